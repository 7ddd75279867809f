/**
 * Similarity of a text to its best match in another one: 1 minus the fewest edits (letters added, removed or replaced) that
 * make `wanted` appear in `text`, divided by the length of `wanted`. "book a fligt" has a similarity of 0.92 to "Do you want to
 * book a flight?". Uses Myers' bit-parallel search (1999) in Hyyrö's block form (2003): for each letter of `text`, 32 letters
 * of `wanted` take one step, instead of 32 steps in the textbook table.
 */
const blockBits = 32;

/** Maximum length of `wanted`, which is cut off there: 4,000 letters are two pages of speech. */
const wantedLengthMax = 4_000;
export const textLengthMax = 65_536;

export function similarity(wanted: string, text: string): number {
  const pattern = wanted.slice(0, wantedLengthMax);
  if (pattern.length === 0) return 1;
  const edits = fewestEdits(pattern, text.slice(0, textLengthMax));
  return Math.round((1 - edits / pattern.length) * 1000) / 1000;
}

function fewestEdits(pattern: string, text: string): number {
  const blocks = Math.ceil(pattern.length / blockBits);
  const masks = letterMasks(pattern, blocks);
  const nowhere = new Int32Array(blocks);
  /** Differences (+1 or -1) between neighboring cells of the column, one bit per letter of the pattern. */
  const rises = new Int32Array(blocks).fill(-1);
  const falls = new Int32Array(blocks);
  const lastBit = 1 << ((pattern.length - 1) % blockBits);
  let edits = pattern.length;
  let best = edits;
  for (let at = 0; at < text.length; at += 1) {
    const mask = masks.get(text.charCodeAt(at)) ?? nowhere;
    // A match can begin anywhere, so the row above the first block never changes.
    let carry = 0;
    for (let block = 0; block < blocks; block += 1) {
      const rise = rises[block] as number;
      const fall = falls[block] as number;
      let equal = mask[block] as number;
      const vertical = equal | fall;
      if (carry < 0) equal |= 1;
      const horizontal = (((equal & rise) + rise) ^ rise) | equal;
      let up = fall | ~(horizontal | rise);
      let down = rise & horizontal;
      const edge = block === blocks - 1 ? lastBit : 1 << (blockBits - 1);
      const out = up & edge ? 1 : down & edge ? -1 : 0;
      up = (up << 1) | (carry > 0 ? 1 : 0);
      down = (down << 1) | (carry < 0 ? 1 : 0);
      rises[block] = down | ~(vertical | up);
      falls[block] = up & vertical;
      carry = out;
    }
    edits += carry;
    if (edits < best) best = edits;
  }
  return best;
}

/** Positions of each letter in the pattern, as bits. */
function letterMasks(pattern: string, blocks: number): Map<number, Int32Array> {
  const masks = new Map<number, Int32Array>();
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charCodeAt(at);
    const mask = masks.get(letter) ?? new Int32Array(blocks);
    const block = Math.floor(at / blockBits);
    mask[block] = (mask[block] as number) | (1 << (at % blockBits));
    masks.set(letter, mask);
  }
  return masks;
}
