// Puts the body of an answer into the page. A drawing of rows in which nothing but words and classes changed stays in its place, since
// to draw it anew is the most work.
const redraw = {
  // What the scripts write into no drawing: where its rows stand, their signs and their names. Nothing of an upright one.
  frame(drawing) {
    if (!drawing.startsWith('<svg id="tree" class="rows')) return undefined;
    return drawing.replace(/<title.*|<path id.*|<g class="node[^"]*"|(class="(?:score|compared|verdict)" x="\d+">)[^<]*|\xa0★/g, "$1");
  },

  // `leaves` says what can be changed in the drawing: a part of it that nobody can change any more must not stay.
  put(box, body, leaves) {
    const [from, to] = [body.indexOf("<svg"), body.indexOf("</svg>") + "</svg>".length];
    const [before, frame] = [redraw.shown, redraw.frame(body.slice(from, to))];
    redraw.shown = { frame, leaves };
    if (frame === undefined || before?.frame !== frame || before.leaves !== leaves) {
      box.innerHTML = body;
      return;
    }
    const fresh = document.createElement("template");
    fresh.innerHTML = `${body.slice(0, from)}<svg></svg>${body.slice(to)}`;
    redraw.around(byId("tree"), box, fresh.content.querySelector("svg"), fresh.content);
  },

  // Takes other nodes for all that stands in a box around a part deep in it, which never leaves the page.
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
