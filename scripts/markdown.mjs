// What tables of documents that are made from data have in common.

/**
 * Escapes a text for a table cell.
 * @param {string} text
 */
export const inCell = (text) => text.replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' ');
