/**
 * Writes and reads a suite as an Excel workbook: a sheet with the settings, and one with a row per line of a test. Cells
 * contain text unchanged; values that are not text, and text that looks like JSON, are written as JSON.
 */
import { zipSync } from 'fflate';
import type { WorkFor } from '../../platform/work-pool/work-pool.ts';
import { FileRefused } from './file-refused.ts';
import { readSheets } from './read-sheets.ts';
import type { StepOutline, SuiteOutline, TestOutline } from './suite-outline.ts';
import { unzipWithin } from './unzip-within.ts';

const settingsSheet = 'Configuration';
const testsSheet = 'Tests';
const settingsHead = ['Setting', 'Value'];
const testsHead = ['Test', 'Mode', 'Step', 'Property', 'Expected'];

/** Excel's limit on the characters in a cell. */
const cellLengthMax = 32_767;

const entriesMax = 200;
const bytesMax = 8 * 1_048_576;

/** Number of columns in Parley's sheets; reading more would only take time. */
const columnsMax = testsHead.length;
const rowsMax = 100_000;

export async function writeSuiteWorkbook(
  { configuration, tests }: SuiteOutline,
  notes: string[] = [],
): Promise<Buffer> {
  const { default: writeWorkbook } = await import('write-excel-file/node');
  const settings = Object.entries(configuration).map(([key, value]) => [key, writeCell(value)]);
  const lines = tests.flatMap(writeTest);
  return writeWorkbook([
    sheet(settingsSheet, settingsHead, settings, [24, 60]),
    sheet(testsSheet, testsHead, lines, [30, 8, 40, 20, 60]),
    ...(notes.length > 0
      ? [
          sheet(
            'Notes',
            ['Note'],
            notes.map((note) => [note]),
            [120],
          ),
        ]
      : []),
  ]).toBuffer();
}

function sheet(name: string, head: string[], rows: string[][], widths: number[]) {
  return {
    sheet: name,
    stickyRowsCount: 1,
    columns: widths.map((width) => ({ width })),
    data: [
      head.map((value) => ({ type: String, value, fontWeight: 'bold' as const })),
      // Typed as text, so that a name that begins with = is not a formula.
      ...rows.map((row) => row.map((value) => (value === '' ? null : { type: String, value }))),
    ],
  };
}

function writeTest({ name, mode, steps }: TestOutline): string[][] {
  const rows = steps.flatMap(writeStep);
  const all = rows.length > 0 ? rows : [['', '', '']];
  const shownMode = mode === 'normal' ? '' : mode;
  return all.map((row, index) => [checked(name), index === 0 ? shownMode : '', ...row]);
}

/** Cell of a step without a message, because an empty cell would continue the step above. */
const emptyStep = '""';

/** Writes the rows of a step. Several expectations are listed below each other, with the step next to the first. */
function writeStep({ key, value }: StepOutline): string[][] {
  const step = key === '' ? emptyStep : checked(key);
  if (value === undefined) return [[step, '', '']];
  const items = expectationsOf(value);
  if (!items) return [[step, '', writeCell(value)]];
  return items.map(([property, expected], index) => [index === 0 ? step : '', property, expected]);
}

/** Returns the rows of a list of expectations; undefined if only JSON can represent it. */
function expectationsOf(value: unknown): [property: string, expected: string][] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.length === 1 && typeof value[0] !== 'object') return undefined;
  const rows = value.map((item: unknown): [string, string] | undefined => {
    if (typeof item !== 'object' || item === null) return ['', writeCell(item)];
    const [entry, ...more] = Object.entries(item);
    return entry && entry[0] !== '' && more.length === 0
      ? [checked(entry[0]), writeCell(entry[1])]
      : undefined;
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function writeCell(value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '' && !isJson(value);
  return checked(isPlain ? value : JSON.stringify(value));
}

function checked(text: string): string {
  if (text.length <= cellLengthMax) return text;
  throw new FileRefused(
    'This suite contains text that is too long for an Excel cell. Download it as a zip instead.',
  );
}

export async function readSuiteWorkbook(content: Uint8Array, by: WorkFor): Promise<SuiteOutline> {
  const sheets = await unpackSheets(content, by);
  const tests = sheets.get(testsSheet);
  if (!tests) throw new FileRefused(`The workbook has no sheet named “${testsSheet}”.`);
  const settings = sheets.get(settingsSheet)?.slice(1) ?? [];
  const configuration = Object.fromEntries(
    settings.filter(([key]) => key).map(([key = '', value = '']) => [key, readCell(value)]),
  );
  return { configuration, tests: readTests(tests.slice(1)) };
}

function readTests(rows: string[][]): TestOutline[] {
  const tests: TestOutline[] = [];
  let step: string[][] = [];
  const endStep = () => {
    const test = tests.at(-1);
    if (test && step.length > 0) test.steps.push(readStep(step));
    step = [];
  };
  for (const [name = '', mode = '', key = '', property = '', expected = ''] of rows) {
    if (![name, mode, key, property, expected].some(Boolean)) continue;
    // A block can have the same name as the test above it.
    const isNextTest =
      name !== '' &&
      (name !== tests.at(-1)?.name || (mode === 'block' && tests.at(-1)?.mode !== mode));
    if (isNextTest || key !== '') endStep();
    if (isNextTest) tests.push({ name, mode: readMode(mode), steps: [] });
    if (key !== '' || step.length > 0) step.push([key, property, expected]);
  }
  endStep();
  return tests;
}

function readMode(mode: string): TestOutline['mode'] {
  return mode === 'only' || mode === 'skip' || mode === 'block' ? mode : 'normal';
}

function readStep(rows: string[][]): StepOutline {
  const [[cell = '', property = '', expected = ''] = []] = rows;
  const key = cell === emptyStep ? '' : cell;
  if (rows.length > 1 || property !== '') {
    const value = rows.map(([, of = '', value = '']) =>
      of === '' ? readCell(value) : { [of]: readCell(value) },
    );
    return { key, value };
  }
  return { key, value: expected === '' ? undefined : readCell(expected) };
}

function readCell(text: string): unknown {
  return isJson(text) ? JSON.parse(text) : text;
}

function isJson(text: string): boolean {
  if (!/^[[{"\d.tfn-]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks and checks a workbook before its sheets are read. */
async function unpackSheets(content: Uint8Array, by: WorkFor): Promise<Map<string, string[][]>> {
  const files = unzipWithin(content, { entriesMax, bytesMax, isWanted: isPartOfWorkbook });
  for (const bytes of files.values()) refuseStrangeXml(new TextDecoder().decode(bytes));
  const repacked = zipSync(Object.fromEntries(files), { level: 0 });
  return readSheets(repacked, { rowsMax, columnsMax }, by);
}

function isPartOfWorkbook(path: string): boolean {
  return /\.(xml|rels)$/i.test(path);
}

/** Refuses XML entities, and cells far out of range, with a message. The limits of the reading process stop other attacks. */
function refuseStrangeXml(xml: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new FileRefused('The workbook declares XML entities.');
  for (const [, column = '', row = ''] of xml.matchAll(/<c\b[^>]*?\br="([A-Z]+)(\d+)"/g)) {
    const isFar = column.length > 1 || column.charCodeAt(0) - 64 > columnsMax + 20;
    if (isFar || Number(row) > rowsMax) {
      throw new FileRefused('The workbook has more rows or columns than a test suite.');
    }
  }
}
