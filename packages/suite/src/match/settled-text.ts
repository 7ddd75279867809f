/** The stable part of a text that is still growing: its last word may still change. */
export const settledText = (text: string): string => /^.*\s/s.exec(text)?.[0] ?? '';
