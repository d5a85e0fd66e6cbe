// Finds the nodes of a tree in brackets, parents first, with their places in the text, and adds or removes nodes.
const outlined = {
  // Returns nothing if a bracket is not closed.
  read(text) {
    const nodes = [];
    const open = [];
    let before = null;
    for (const { 0: word, index } of text.matchAll(/[()[\]]|[^\s,()[\]]+/g)) {
      const from = before ?? index;
      const parent = open.at(-1);
      if (/^[)\]]$/.test(word)) {
        if (open.length === 0) return undefined;
        open.pop().to = index + 1;
      } else if (/^[([]$/.test(word) || /-?\d/.test(word) && !/[:=]$/.test(word)) {
        const node = { from, to: index + word.length, parent: parent && nodes.indexOf(parent), children: [], isLeaf: !/^[([]$/.test(word) };
        parent?.children.push(nodes.length);
        nodes.push(node);
        if (!node.isLeaf) open.push(node);
      } else {
        // A name, or the side that chooses, belongs to the text after it.
        before = from;
        continue;
      }
      before = null;
    }
    return open.length === 0 && nodes.length > 0 && !nodes[0].isLeaf ? nodes : undefined;
  },

  // Adds a leaf after the last child of a node.
  add(text, { to }, value) {
    return `${text.slice(0, to - 1)} ${value}${text.slice(to - 1)}`;
  },

  beside(text, { to }, value) {
    return `${text.slice(0, to)} ${value}${text.slice(to)}`;
  },

  // Replaces a leaf with a node that has two replies.
  grow(text, { from, to }, value) {
    return `${text.slice(0, from)}(${value} ${value + 1})${text.slice(to)}`;
  },

  remove(text, { from, to }) {
    const before = text.slice(0, from).trimEnd();
    const behind = text.slice(to);
    return `${before}${/[([]$/.test(before) ? behind.trimStart() : behind}`;
  },
};
