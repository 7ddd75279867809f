/** Writes a suite as a file to download. Runs in a process of the pool, see suite-files.routes.ts. */
import type { SuiteFileFormat } from '@parley/contract';
import { parseSuite } from '@parley/suite';
import { FileRefused } from './file-refused.ts';
import { outlineSuite } from './suite-outline.ts';
import { writeSuiteWorkbook } from './suite-workbook.ts';
import { type ExportedSuite, maskedNote, writeSuiteZip } from './suite-zip.ts';
import { writeBotScriptZip, writeRasaTests } from './write-foreign-tests.ts';

export interface SuiteToWrite extends ExportedSuite {
  format: SuiteFileFormat;
}

const writers: Record<SuiteFileFormat, (suite: SuiteToWrite) => Promise<Uint8Array> | Uint8Array> =
  {
    zip: writeSuiteZip,
    excel: ({ source, isMasked }) =>
      writeSuiteWorkbook(outlineSuite(parseSuite(source).suite), isMasked ? [maskedNote] : []),
    botscript: ({ source }) => writeBotScriptZip(source),
    rasa: ({ source }) => writeRasaTests(source),
  };

/** Returns the file's content, or the reason why the suite cannot be written in this format. */
export async function writeSuiteFile(
  suite: SuiteToWrite,
): Promise<{ content: Uint8Array } | { refused: string }> {
  try {
    return { content: await writers[suite.format](suite) };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refused: error.message };
  }
}
