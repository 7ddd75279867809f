// Helpers for tables in generated documents.

/**
 * Escapes a text for a table cell.
 * @param {string} text
 */
export const inCell = (text) => text.replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' ');
