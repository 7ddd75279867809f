import type { DifferencePart } from '@parley/suite';

/** Number of unchanged words to keep on each side of a difference. */
const keptWords = 6;

/** Shortens a comparison by dropping unchanged words that are far from a difference. */
export function closestPart(parts: readonly DifferencePart[]): DifferencePart[] {
  return parts.map((part, index) => {
    const isAlike = part.kind === 'same' || part.kind === 'around';
    if (!isAlike || parts.length === 1) return part;
    const words = part.text.split(' ');
    const head = index === 0 ? 0 : keptWords;
    const tail = index === parts.length - 1 ? 0 : keptWords;
    if (words.length <= head + tail + 1) return part;
    const kept = [...words.slice(0, head), '…', ...(tail > 0 ? words.slice(-tail) : [])];
    return { ...part, text: kept.join(' ') };
  });
}
