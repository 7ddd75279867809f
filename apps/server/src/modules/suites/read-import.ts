import { suites as contract } from '@parley/contract';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pooledWork, type WorkFor, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import { nameOfFile } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import type { ReadFile, readSuiteFile, SuiteFile } from './read-suite-file.ts';
import { readSuiteWorkbook } from './suite-workbook.ts';

const reading = pooledWork<typeof readSuiteFile>(
  './read-suite-file.ts',
  import.meta.url,
  'readSuiteFile',
);

/** Reads a suite from a file (`content` is Base64): a download of Parley, a suite's text, or tests of another tool. */
export async function readImport(
  { fileName: name, content }: { fileName: string; content: string },
  pool: WorkPool,
  by: WorkFor,
): Promise<ReadFile> {
  try {
    const file = await opened(name, Buffer.from(content, 'base64'), by);
    const read = await pool.run(reading, file, by);
    if ('refused' in read) throw new FileRefused(read.refused);
    if (read.source.length > contract.suiteSourceLengthMax) {
      throw new FileRefused('The test suite is longer than 1 MiB.');
    }
    if (read.source.includes('\0')) throw new FileRefused('The test suite contains null bytes.');
    return read;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new ApiError('suite_invalid', { message: error.message });
  }
}

/** Opens a file. A workbook is opened by a separate process with less memory, see read-sheets.ts. */
async function opened(name: string, content: Uint8Array, by: WorkFor): Promise<SuiteFile> {
  return /\.xlsx$/i.test(name)
    ? { outline: await readSuiteWorkbook(content, by) }
    : { name, content };
}

/** Derives a valid suite name from a file name, which can contain characters that a suite name must not. */
export function suiteNameOf(fileName: string): string {
  const rule = contract.renameSuite.body.shape.name.safeParse(nameOfFile(fileName));
  return rule.success ? rule.data : 'Imported test suite';
}
