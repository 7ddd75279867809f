/** @returns the part of a growing text that is stable: without its last word, which can still change */
export const settledText = (text: string): string => /^.*\s/s.exec(text)?.[0] ?? '';
