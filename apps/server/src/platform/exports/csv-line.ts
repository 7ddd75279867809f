/** A line as RFC 4180 has it. What a spreadsheet would take for a formula is kept from being one. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Also the wide forms, which East Asian spreadsheets take for the narrow ones. */
const formulaStart = /^[=+\-@|\t\r\n＝＋－＠]/;

function cell(text: string): string {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
