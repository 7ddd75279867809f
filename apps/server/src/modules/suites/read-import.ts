import { suites as contract } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { nameOfFile } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import { type ReadFile, readSuiteFile } from './read-suite-file.ts';

/** A suite from a file (`content` is Base64): our own downloads, the text alone, or tests of another tool. */
export async function readImport(file: { fileName: string; content: string }): Promise<ReadFile> {
  try {
    const read = await readSuiteFile(file.fileName, Buffer.from(file.content, 'base64'));
    if (read.source.length > contract.suiteSourceLengthMax) {
      throw new FileRefused('The test suite is longer than 1 MiB.');
    }
    if (read.source.includes('\0')) throw new FileRefused('The test suite holds zero bytes.');
    return read;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new ApiError('suite_invalid', { message: error.message });
  }
}

/** File names may be what names must not. */
export function suiteNameOf(fileName: string): string {
  const rule = contract.renameSuite.body.shape.name.safeParse(nameOfFile(fileName));
  return rule.success ? rule.data : 'Imported test suite';
}
