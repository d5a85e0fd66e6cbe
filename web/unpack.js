// Decodes the bytes in an element, where two digits in base 91 encode 13 bits. Up to two zeros may follow the bytes.
function bytesOf({ textContent: text }) {
  const values = [];
  for (let code = 33, value = 0; code < 127; code += 1) if (!"&/<".includes(String.fromCharCode(code))) values[code] = value++;
  const bytes = new Uint8Array(text.length * 13 >> 4);
  let [bits, count, to] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 2) {
    bits = bits << 13 | values[text.charCodeAt(at)] * 91 + values[text.charCodeAt(at + 1)];
    for (count += 13; count > 7; to += 1) bytes[to] = bits >> (count -= 8);
  }
  return bytes;
}

// Unpacks DEFLATE at once, while browsers only do so later. Of its three kinds of blocks, large texts only need the one with its own codes.
function inflate(bytes) {
  const out = [];
  let at = 0;
  const bit = () => bytes[at >> 3] >> (at++ & 7) & 1;
  const number = count => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value |= bit() << index;
    return value;
  };
  // Returns the symbol of each code. Codes of any length differ as numbers, because each begins with an additional 1.
  const symbolsOf = lengths => {
    const symbols = [];
    for (let long = 1, code = 2; long < 16; long += 1, code *= 2) {
      lengths.forEach((own, symbol) => { if (own === long) symbols[code++] = symbol; });
    }
    return symbols;
  };
  const read = symbols => {
    let code = 1;
    while (symbols[code] === undefined) code = code << 1 | bit();
    return symbols[code];
  };
  // Returns the value of a symbol, whose number of further bits grows after every `each` symbols.
  const valueOf = (symbol, each) => {
    const more = Math.max(0, Math.floor(symbol / each) - 1);
    return (symbol < each ? symbol : each + symbol % each << more) + number(more);
  };
  for (let isLast = 0; !isLast;) {
    isLast = bit();
    number(2);
    const [literals, distances, given] = [257 + number(5), 1 + number(5), 4 + number(4)];
    const own = Array(19).fill(0);
    for (const place of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].slice(0, given)) own[place] = number(3);
    const [symbols, lengths] = [symbolsOf(own), []];
    while (lengths.length < literals + distances) {
      const symbol = read(symbols);
      const [from, bits] = [[3, 2], [3, 3], [11, 7]][symbol - 16] ?? [1, 0];
      const repeated = symbol < 16 ? symbol : symbol === 16 ? lengths.at(-1) : 0;
      lengths.push(...Array(from + number(bits)).fill(repeated));
    }
    const [texts, back] = [lengths.slice(0, literals), lengths.slice(literals)].map(symbolsOf);
    for (let symbol = read(texts); symbol !== 256; symbol = read(texts)) {
      if (symbol < 256) {
        out.push(symbol);
        continue;
      }
      const long = symbol === 285 ? 258 : 3 + valueOf(symbol - 257, 4);
      const far = 1 + valueOf(read(back), 2);
      for (let index = 0; index < long; index += 1) out.push(out[out.length - far]);
    }
  }
  return new Uint8Array(out);
}

// Adds the page's other style and scripts, which are packed because the size of the page is limited.
for (const [id, tag] of [["styles", "style"], ["scripts", "script"]]) {
  const textContent = new TextDecoder().decode(inflate(bytesOf(document.getElementById(id))));
  document.body.append(Object.assign(document.createElement(tag), { textContent }));
}
