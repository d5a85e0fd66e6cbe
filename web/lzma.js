// Unpacks LZMA, which makes the module a quarter smaller than gzip does. The names are those of the format's specification. The module is
// packed with lp and pb = 0, which ignores the positions of bytes, so the state alone selects most probabilities.
function unlzma(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset, 18);
  const lc = header.getUint8(0);
  if (lc > 8) throw new Error("only LZMA with lp = pb = 0 is read");
  const out = new Uint8Array(header.getUint32(5, true));
  const chances = size => new Uint16Array(size).fill(1024);
  const [isMatch, isRep, isRepG0, isRepG1, isRepG2, isRep0Long] = [12, 12, 12, 12, 12, 12].map(chances);
  const literals = chances(0x300 << lc);
  const slots = [64, 64, 64, 64].map(chances);
  const [special, align] = [chances(128), chances(16)];
  const lengths = () => ({ choice: chances(2), low: chances(8), mid: chances(8), high: chances(256) });
  const [matchLengths, repLengths] = [lengths(), lengths()];
  // An array keeps numbers unsigned and 32 bits wide, and is faster than plain variables.
  const coder = new Uint32Array([0xFFFFFFFF, header.getUint32(14)]);
  let at = 18;

  function fill() {
    coder[0] <<= 8;
    coder[1] = coder[1] << 8 | packed[at];
    at += 1;
  }

  function bit(table, index) {
    const chance = table[index];
    const bound = (coder[0] >>> 11) * chance;
    const found = Number(coder[1] >= bound);
    if (found) {
      coder[0] -= bound;
      coder[1] -= bound;
      table[index] = chance - (chance >>> 5);
    } else {
      coder[0] = bound;
      table[index] = chance + (2048 - chance >>> 5);
    }
    if (coder[0] < 0x1000000) fill();
    return found;
  }

  function direct(count) {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      coder[0] >>>= 1;
      const found = Number(coder[1] >= coder[0]);
      if (found) coder[1] -= coder[0];
      value = value << 1 | found;
      if (coder[0] < 0x1000000) fill();
    }
    return value;
  }

  function tree(table, bits) {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) node = node << 1 | bit(table, node);
    return node - (1 << bits);
  }

  function reverse(table, offset, bits) {
    let [node, value] = [1, 0];
    for (let index = 0; index < bits; index += 1) {
      const found = bit(table, offset + node);
      node = node << 1 | found;
      value |= found << index;
    }
    return value;
  }

  function length({ choice, low, mid, high }) {
    if (!bit(choice, 0)) return 2 + tree(low, 3);
    return bit(choice, 1) ? 18 + tree(high, 8) : 10 + tree(mid, 3);
  }

  function distance(long) {
    const slot = tree(slots[Math.min(long - 2, 3)], 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | slot & 1) << bits;
    if (slot < 14) return base + reverse(special, base - slot, bits);
    return base + (direct(bits - 4) << 4) + reverse(align, 0, 4);
  }

  function literal(to, state, rep0) {
    const offset = 0x300 * ((to > 0 ? out[to - 1] : 0) >> 8 - lc);
    let node = 1;
    if (state >= 7) {
      let match = out[to - rep0 - 1];
      while (node < 0x100) {
        const expected = match >> 7 & 1;
        match <<= 1;
        const found = bit(literals, offset + (1 + expected << 8) + node);
        node = node << 1 | found;
        if (found !== expected) break;
      }
    }
    while (node < 0x100) node = node << 1 | bit(literals, offset + node);
    return node;
  }

  let [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];
  for (let to = 0; to < out.length;) {
    if (!bit(isMatch, state)) {
      out[to] = literal(to, state, rep0);
      to += 1;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let long;
    if (!bit(isRep, state)) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      long = length(matchLengths);
      rep0 = distance(long);
      state = state < 7 ? 7 : 10;
    } else {
      const isFirst = !bit(isRepG0, state);
      if (isFirst && !bit(isRep0Long, state)) {
        long = 1;
        state = state < 7 ? 9 : 11;
      } else {
        if (!isFirst) {
          if (!bit(isRepG1, state)) [rep1, rep0] = [rep0, rep1];
          else if (!bit(isRepG2, state)) [rep2, rep1, rep0] = [rep1, rep0, rep2];
          else [rep3, rep2, rep1, rep0] = [rep2, rep1, rep0, rep3];
        }
        long = length(repLengths);
        state = state < 7 ? 8 : 11;
      }
    }
    if (to <= rep0) throw new Error("the module is damaged");
    for (const end = Math.min(to + long, out.length); to < end; to += 1) out[to] = out[to - rep0 - 1];
  }
  return out;
}
