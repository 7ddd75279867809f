import { suites as contract, type SuiteImportReport } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { createSuite } from './create-suite.ts';
import { nameOfFile } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import { type ReadFile, readSuiteFile } from './read-suite-file.ts';
import type { SuiteRow } from './suites.queries.ts';

interface ImportedFile {
  projectId: string;
  fileName: string;
  name?: string | undefined;
  /** Base64. */
  content: string;
}

/** Creates a suite from a file: our own downloads, the text alone, or tests of another tool. */
export async function importSuite(
  scope: Scope,
  file: ImportedFile,
): Promise<{ suite: SuiteRow; report: SuiteImportReport | null }> {
  const { source, report } = await readFile(file.fileName, Buffer.from(file.content, 'base64'));
  const { projectId } = file;
  const name = file.name ?? suiteName(file.fileName);
  const suite = await createSuite(scope, { projectId, name, platform: 'webchat', source });
  return { suite, report };
}

async function readFile(fileName: string, content: Uint8Array): Promise<ReadFile> {
  try {
    const read = await readSuiteFile(fileName, content);
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
function suiteName(fileName: string): string {
  const rule = contract.renameSuite.body.shape.name.safeParse(nameOfFile(fileName));
  return rule.success ? rule.data : 'Imported test suite';
}
