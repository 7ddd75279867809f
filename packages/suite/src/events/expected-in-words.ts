/** Puts an expectation in the words of the editor: the text of a suite calls a reply `prompt`. */
export const expectedInWords = (rule: string): string => rule.replace(/^prompt (?=\S)/, 'Reply ');
