// Puts the body of an answer into the page. Changes an existing drawing into the new one part by part, because replacing it and laying out
// a new drawing would take far longer.
const redraw = {
  // `leaves` are the leaves that the reader can change. If they are the same as before, the additions that scripts made to them stay.
  put(box, body, leaves) {
    const part = byId("tree");
    const fresh = document.createElement("template");
    fresh.innerHTML = body;
    const place = fresh.content.querySelector("#tree");
    const isKept = redraw.leaves === leaves;
    redraw.leaves = leaves;
    if (!part || !place) return box.replaceChildren(fresh.content);
    redraw.become(part, place, isKept);
    return redraw.around(part, box, place, fresh.content);
  },

  // Changes one part into another, with as few changes as possible.
  become(part, other, isKept) {
    if (part.isEqualNode(other)) return;
    // The classes of a node are those of the displayed step; removing and adding them would recompute the style of each of its parts.
    const isNode = part.classList.contains("node");
    for (const { name, value } of other.attributes) {
      if (part.getAttribute(name) !== value && !(isNode && name === "class")) part.setAttribute(name, value);
    }
    for (const { name } of isKept ? [] : [...part.attributes]) {
      if (!other.hasAttribute(name)) part.removeAttribute(name);
    }
    let [one, next] = [part.firstChild, other.firstChild];
    while (next) {
      const [behind, nextBehind] = [one?.nextSibling, next.nextSibling];
      if (one?.nodeName !== next.nodeName) {
        if (one) one.replaceWith(next);
        else part.append(next);
      } else if (next.nodeType === Node.ELEMENT_NODE) {
        redraw.become(one, next, isKept);
      } else if (one.data !== next.data) {
        one.data = next.data;
      }
      [one, next] = [behind, nextBehind];
    }
    while (one) {
      const behind = one.nextSibling;
      one.remove();
      one = behind;
    }
  },

  // Replaces everything around a part deep in a box without removing the part itself from the page.
  around(part, box, place, fresh) {
    if (box === part) return;
    const stays = [...box.childNodes].find(node => node.contains(part));
    const nodes = [...fresh.childNodes];
    const at = nodes.findIndex(node => node.contains(place));
    for (const node of [...box.childNodes]) {
      if (node !== stays) node.remove();
    }
    stays.before(...nodes.slice(0, at));
    stays.after(...nodes.slice(at + 1));
    redraw.around(part, stays, place, nodes[at]);
  },
};
