/**
 * Writes an Excel workbook while its rows arrive; we know of no library that does this without holding all rows in memory. It
 * contains only the parts of Office Open XML that a table needs, and is zipped while it is written.
 */
import { escapeXml } from '@parley/suite';
import { strToU8, Zip, ZipDeflate } from 'fflate';

/**
 * Content of a cell. Text is always written as text, so a workbook never contains formulas. A time becomes a time of Excel, in
 * UTC, because Excel knows no time zones.
 */
export type Cell = string | number | Date | null;

/** Maximum number of rows of a sheet in Excel, including the header. */
const rowsPerSheet = 1_048_576;

/** Maximum length of a cell in Excel, in characters. Longer texts are cut off. */
const cellLengthMax = 32_767;

/** Writes a workbook. If one sheet cannot hold all rows, more sheets follow. */
export async function* workbookOf(
  name: string,
  head: readonly string[],
  table: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    written.push(data);
  });
  const take = () => {
    const taken = written;
    written = [];
    return taken;
  };
  const sheets = createSheets(zip, head);
  for await (const rows of table) {
    for (const row of rows) sheets.add(row);
    sheets.flush();
    yield* take();
  }
  const sheetCount = sheets.end();
  for (const [path, xml] of partsOf(name, sheetCount)) addFile(zip, path).push(strToU8(xml), true);
  zip.end();
  yield* take();
}

function createSheets(zip: Zip, head: readonly string[]) {
  let sheetCount = 0;
  let rowCount = rowsPerSheet;
  let file: ZipDeflate | undefined;
  let waiting = '';
  const flush = (isLast = false) => {
    file?.push(strToU8(waiting), isLast);
    waiting = '';
  };
  const close = () => {
    waiting += '</sheetData></worksheet>';
    flush(true);
  };
  const open = () => {
    if (file) close();
    sheetCount += 1;
    file = addFile(zip, `xl/worksheets/sheet${sheetCount}.xml`);
    waiting = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(head, 1)}`;
    rowCount = 1;
  };
  return {
    add(row: readonly Cell[]) {
      if (rowCount === rowsPerSheet) open();
      rowCount += 1;
      waiting += rowXml(row, rowCount);
    },
    flush: () => flush(),
    end() {
      if (!file) open();
      close();
      return sheetCount;
    },
  };
}

function addFile(zip: Zip, path: string): ZipDeflate {
  const file = new ZipDeflate(path, { level: 1 });
  zip.add(file);
  return file;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 0 is for texts and numbers, and style 1 for times. Excel refuses a file without the other parts. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Returns the parts that list the sheets. They are written last, because the number of sheets is not known before. */
function partsOf(name: string, sheetCount: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheetCount }, (_, index) => index + 1);
  const each = (xml: (number: number) => string) => numbers.map(xml).join('');
  return [
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each((n) => `<sheet name="${n === 1 ? name : `${name} ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="styles" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${mediaType}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

function rowXml(row: readonly Cell[], number: number): string {
  const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${number}`));
  return `<row r="${number}">${cells.join('')}</row>`;
}

function cellXml(cell: Cell, place: string): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return `<c r="${place}" s="1"><v>${serialOf(cell)}</v></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  const text = escapeXml(cell.slice(0, cellLengthMax));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Returns a time as Excel counts it: days since 30 December 1899. */
function serialOf(time: Date): number {
  return time.getTime() / 86_400_000 + 25_569;
}

/** Returns the name of a column: "A" for 0, "AA" for 26. */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
