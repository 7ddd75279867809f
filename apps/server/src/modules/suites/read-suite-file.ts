/**
 * Reads an imported file: a Parley suite, or tests of another tool with a report. Runs in a process of the pool, see
 * read-import.ts, because a few kilobytes can cause a lot of work.
 */

import { isDeepStrictEqual } from 'node:util';
import type { SuiteImportReport } from '@parley/contract';
import { applySuite, type ImportReport, parseSuite, printSuite } from '@parley/suite';
import { importTests, isBotScriptFile } from '@parley/suite/import-tests';
import { importTargets, importTestingJson } from '@parley/suite/testing-json';
import { FileRefused } from './file-refused.ts';
import { type SuiteOutline, writeOutline } from './suite-outline.ts';
import { readSuiteZip, readText, unzipTexts, type ZippedSuite } from './suite-zip.ts';

export interface ReadFile {
  source: string;
  report: SuiteImportReport | null;
}

/** Maximum number of losses to list. */
const lossesMax = 200;

/** A file as uploaded, or the content of an Excel workbook. */
export type SuiteFile = { name: string; content: Uint8Array } | { outline: SuiteOutline };

/** Reads a file. Returns the suite, or the reason why the file cannot be imported. */
export function readSuiteFile(file: SuiteFile): ReadFile | { refused: string } {
  try {
    return 'outline' in file ? own({ text: writeOutline(file.outline) }) : read(file);
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.message };
    throw error;
  }
}

function read({ name, content }: { name: string; content: Uint8Array }): ReadFile {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (ending === 'zip') {
    const files = unzipTexts(content);
    return readTests(files) ?? own(readSuiteZip(files));
  }
  if (ending === 'yml' || ending === 'yaml' || isBotScriptFile(name)) {
    const text = readText(content);
    return readTests(new Map([[name, text]])) ?? own({ text });
  }
  throw new FileRefused(
    'Use a .zip, .xlsx, .yml or .yaml file, or BotScript files such as .convo.txt.',
  );
}

/** Reads a suite in the common format, with settings from a separate file or from Bespoken's own keys. */
function own({ text, settings }: ZippedSuite): ReadFile {
  const { suite, problems } = parseSuite(text);
  if (problems.some(({ severity }) => severity === 'error')) return { source: text, report: null };
  const imported =
    settings === undefined ? importTargets(suite) : importTestingJson(settings, suite);
  const isSame = isDeepStrictEqual(imported.suite, suite);
  const source = isSame ? text : applySuite(text, imported.suite);
  const isTold = settings !== undefined || !isSame || imported.report.losses.length > 0;
  return { source, report: isTold ? reportOf('bespoken', imported.report) : null };
}

/** Imports tests of another tool; undefined if the files are none. */
function readTests(files: ReadonlyMap<string, string>): ReadFile | undefined {
  const imported = importTests([...files].map(([name, text]) => ({ name, text })));
  if (imported === undefined) return undefined;
  const { tests, losses } = imported.report;
  if (tests === 0) {
    const [first] = losses;
    const why = first ? ` ${first.what}: ${first.reason}` : '';
    throw new FileRefused(`The file contains no tests that could be imported.${why}`);
  }
  return {
    source: printSuite(imported.suite),
    report: reportOf(imported.format, imported.report),
  };
}

const reportOf = (
  format: SuiteImportReport['format'],
  { tests, interactions, losses }: ImportReport,
): SuiteImportReport => ({
  format,
  tests,
  interactions,
  lossCount: losses.length,
  losses: losses.slice(0, lossesMax),
});
