import { suites as contract } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { createSuite } from './create-suite.ts';
import { nameOfFile } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import { writeOutline } from './suite-outline.ts';
import { readSuiteWorkbook } from './suite-workbook.ts';
import { readSuiteZip, readText } from './suite-zip.ts';
import type { SuiteRow } from './suites.queries.ts';

interface ImportedFile {
  projectId: string;
  fileName: string;
  name?: string | undefined;
  /** Base64. */
  content: string;
}

/** Creates a suite from a file: our own downloads, or the text alone. */
export async function importSuite(scope: Scope, file: ImportedFile): Promise<SuiteRow> {
  const source = await readFile(file.fileName, Buffer.from(file.content, 'base64'));
  const { projectId } = file;
  const name = file.name ?? suiteName(file.fileName);
  return createSuite(scope, { projectId, name, platform: 'webchat', source });
}

async function readFile(fileName: string, content: Uint8Array): Promise<string> {
  try {
    const source = await readByKind(fileName, content);
    if (source.length > contract.suiteSourceLengthMax) {
      throw new FileRefused('The test suite is longer than 1 MiB.');
    }
    if (source.includes('\0')) throw new FileRefused('The test suite holds zero bytes.');
    return source;
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new ApiError('suite_invalid', { message: error.message });
  }
}

async function readByKind(fileName: string, content: Uint8Array): Promise<string> {
  const ending = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1];
  if (ending === 'zip') return readSuiteZip(content);
  if (ending === 'xlsx') return writeOutline(await readSuiteWorkbook(content));
  if (ending === 'yml' || ending === 'yaml') return readText(content);
  throw new FileRefused('Files end in .zip, .xlsx, .yml or .yaml.');
}

/** File names may be what names must not. */
function suiteName(fileName: string): string {
  const rule = contract.renameSuite.body.shape.name.safeParse(nameOfFile(fileName));
  return rule.success ? rule.data : 'Imported test suite';
}
