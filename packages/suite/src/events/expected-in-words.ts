/** Replaces a leading `prompt` with `Reply`, the word that the editor uses for it. */
export const expectedInWords = (rule: string): string => rule.replace(/^prompt (?=\S)/, 'Reply ');
