/** Formats a line as RFC 4180 requires. Cells that a spreadsheet would take for a formula are escaped. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** First characters of a formula, including the wide forms that East Asian spreadsheets treat like the narrow ones. */
const formulaStart = /^[=+\-@|\t\r\n＝＋－＠]/;

function cell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
