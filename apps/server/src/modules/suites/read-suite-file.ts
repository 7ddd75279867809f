/** What a file that people import holds: a suite of ours, or tests of another tool with a report. */
import type { SuiteImportReport } from '@parley/contract';
import { printSuite } from '@parley/suite';
import { importTests, isBotScriptFile } from '@parley/suite/import-tests';
import { FileRefused } from './file-refused.ts';
import { writeOutline } from './suite-outline.ts';
import { readSuiteWorkbook } from './suite-workbook.ts';
import { readSuiteZip, readText, unzipTexts } from './suite-zip.ts';

export interface ReadFile {
  source: string;
  report: SuiteImportReport | null;
}

/** A list of losses that nobody would read to its end. */
const lossesMax = 200;

export async function readSuiteFile(fileName: string, content: Uint8Array): Promise<ReadFile> {
  const ending = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1];
  if (ending === 'zip') {
    const files = unzipTexts(content);
    return readTests(files) ?? own(readSuiteZip(files));
  }
  if (ending === 'xlsx') return own(writeOutline(await readSuiteWorkbook(content)));
  if (ending === 'yml' || ending === 'yaml' || isBotScriptFile(fileName)) {
    const text = readText(content);
    return readTests(new Map([[fileName, text]])) ?? own(text);
  }
  throw new FileRefused(
    'Files end in .zip, .xlsx, .yml or .yaml, those of BotScript in .convo.txt and the like.',
  );
}

const own = (source: string): ReadFile => ({ source, report: null });

/** Undefined if the files are no tests of another tool. */
function readTests(files: ReadonlyMap<string, string>): ReadFile | undefined {
  const imported = importTests([...files].map(([name, text]) => ({ name, text })));
  if (imported === undefined) return undefined;
  const { tests, interactions, losses } = imported.report;
  if (tests === 0) {
    const [first] = losses;
    const why = first ? ` ${first.what}: ${first.reason}` : '';
    throw new FileRefused(`The file holds no test that could be carried over.${why}`);
  }
  return {
    source: printSuite(imported.suite),
    report: {
      format: imported.format,
      tests,
      interactions,
      lossCount: losses.length,
      losses: losses.slice(0, lossesMax),
    },
  };
}
