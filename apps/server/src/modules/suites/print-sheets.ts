/** Prints the workbook from standard input as JSON. Usage: `print-sheets.ts <rows> <columns>`. Started by read-sheets.ts. */
import { buffer } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/universal';

const [rowsMax = 0, columnsMax = 0] = process.argv.slice(2).map(Number);

function readCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

const workbook = Uint8Array.from(await buffer(process.stdin)).buffer;
const sheets = await readWorkbook(workbook, { trim: false });
const texts = sheets.map(({ sheet, data }) => {
  if (data.length > rowsMax) throw new Error('The sheet has too many rows');
  return [sheet, data.map((row) => row.slice(0, columnsMax).map(readCell))];
});
process.stdout.write(JSON.stringify(texts));
