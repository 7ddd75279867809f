/**
 * Formats a line according to RFC 4180, including the line break. Cells that a spreadsheet would interpret as formulas get a
 * leading apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Characters that start a formula, including the full-width forms that East Asian spreadsheets treat the same way. */
const formulaStart = /^[=+\-@|\t\r\n＝＋－＠]/;

function cell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
