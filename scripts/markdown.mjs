// What tables of documents that are made from data have in common.

/**
 * Keeps a text within its cell of a table.
 * @param {string} text
 */
export const inCell = (text) => text.replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' ');
