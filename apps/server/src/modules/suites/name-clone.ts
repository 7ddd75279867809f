import { nameLengthMax } from '@parley/contract';

/** Base name for the name of a copy: "Billing" for both "Billing" and "Billing (2)". */
export function cloneStem(name: string): string {
  return name.replace(/ \(\d{1,4}\)$/, '');
}

/** Returns the first free name of "Billing", "Billing (2)", "Billing (3)" …; shortens a name that is too long. */
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
