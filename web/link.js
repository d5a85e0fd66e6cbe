// The address of a playground: short ones to be read, `#tree=((3+12)+(2+4))&cut=gt`, long ones packed behind a version, `#1~...`.
const link = {
  version: 1,
  // Browsers and mail programs bear at least so much.
  longest: 1000,

  plain(parts) {
    const text = value => encodeURIComponent(value).replace(/%20/g, "+").replace(/%28/g, "(").replace(/%29/g, ")").replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":");
    return parts.map(([name, value]) => `${name}=${text(value)}`).join("&");
  },

  async write(parts) {
    const text = link.plain(parts);
    if (text.length <= link.longest) return `#${text}`;
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
    return `#${link.version}~${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  },

  async read(hash) {
    const [, version, letters] = /^(\d+)~([\w-]*)/.exec(hash) ?? [];
    if (version === undefined) return { parts: link.parts(hash) };
    if (Number(version) > link.version) return { error: `this link was made by a newer playground (version ${version}); this one reads version ${link.version}` };
    try {
      const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      const behind = hash.slice(hash.indexOf(letters) + letters.length);
      return { parts: [...link.parts(await new Response(stream).text()), ...link.parts(behind)] };
    } catch {
      return { error: "this link is damaged: a part of it is missing" };
    }
  },

  parts(text) {
    const value = word => {
      try {
        return decodeURIComponent(word.replace(/\+/g, " "));
      } catch {
        return word;
      }
    };
    return text.split("&").filter(Boolean).map(part => {
      const [name, ...rest] = part.split("=");
      return [name, value(rest.join("="))];
    });
  },
};
