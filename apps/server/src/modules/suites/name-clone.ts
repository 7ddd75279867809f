import { nameLengthMax } from '@parley/contract';

/** Returns the base name for copies: "Billing" for both "Billing" and "Billing (2)". */
export function cloneStem(name: string): string {
  return name.replace(/ \(\d{1,4}\)$/, '');
}

/**
 * Returns the name itself if it is free, otherwise the first free name of "Billing (2)", "Billing (3)" …; shortens long names.
 */
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

/** Cuts a text, but never between the halves of a surrogate pair. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
