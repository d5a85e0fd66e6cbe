// The address of a playground: short addresses are readable, `#tree=((3+12)+(2+4))&cut=gt`; long ones are packed after a version, `#1~...`.
const link = {
  version: 1,
  // Browsers and mail programs accept at least this length.
  longest: 1000,
  // The page rejects a larger link, and a link that unpacks to a longer text: a few packed letters can contain megabytes, which would keep
  // the page busy for many seconds.
  mostLetters: 16_000,
  mostText: 60_000,

  plain(parts) {
    // Half a character outside the basic plane cannot be encoded.
    const text = value => encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/%20/g, "+").replace(/%28/g, "(").replace(/%29/g, ")").replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":");
    return parts.map(([name, value]) => value === "" ? name : `${name}=${text(value)}`).join("&");
  },

  // Returns the address; without a value, if the page would reject the link as too large.
  async write(parts) {
    const text = link.plain(parts);
    const address = text.length <= link.mostText ? await link.packed(text) : "";
    return address.length <= link.mostLetters ? address || "#" : "#";
  },

  async packed(text) {
    if (text.length <= link.longest) return `#${text}`;
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
    return `#${link.version}~${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
  },

  tooLarge() {
    const [letters, text] = [link.mostLetters, link.mostText].map(most => most.toLocaleString("en"));
    return { error: `This link is too large: the playground reads links of up to ${letters} characters, which unpack to at most ${text}. Paste the tree into the field below instead` };
  },

  // Returns the text of a packed stream, or nothing if the text is too long.
  async unpacked(stream) {
    const [reader, parts] = [stream.getReader(), []];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts).text();
      size += value.length;
      if (link.mostText < size) {
        reader.cancel().catch(() => {});
        return undefined;
      }
      parts.push(value);
    }
  },

  async read(hash) {
    if (link.mostLetters < hash.length) return link.tooLarge();
    const [, version, letters] = /^(\d+)~([\w-]*)/.exec(hash) ?? [];
    if (version === undefined) return { parts: link.parts(hash) };
    if (Number(version) > link.version) return { error: `This link was made by a newer playground (version ${version}); this one reads version ${link.version}. Open the link with the newer one` };
    try {
      const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      const behind = hash.slice(hash.indexOf(letters) + letters.length);
      const text = await link.unpacked(stream);
      return text === undefined ? link.tooLarge() : { parts: [...link.parts(text), ...link.parts(behind)] };
    } catch {
      return { error: "This link is damaged: a part of it is missing. Copy the whole link again" };
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
