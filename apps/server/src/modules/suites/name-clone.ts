import { nameLengthMax } from '@parley/contract';

/** The name that a copy is sought under: "Billing (2)" is a copy of "Billing". */
export function cloneStem(name: string): string {
  return name.replace(/ \(\d{1,4}\)$/, '');
}

/** The first free one of "Billing", "Billing (2)", "Billing (3)" …; too long a name is cut. */
export function nameClone(name: string, taken: readonly string[]): string {
  const isTaken = new Set(taken);
  if (!isTaken.has(name)) return name;
  const stem = cloneStem(name);
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`;
    const candidate = `${cut(stem, nameLengthMax - ending.length)}${ending}`;
    if (!isTaken.has(candidate)) return candidate;
  }
}

/** Never between the halves of a character. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
