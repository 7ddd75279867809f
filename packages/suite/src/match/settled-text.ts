/** What stays of a text that is still growing: its last word may become another one. */
export const settledText = (text: string): string => /^.*\s/s.exec(text)?.[0] ?? '';
