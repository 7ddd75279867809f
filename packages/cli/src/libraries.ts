/** Libraries of blocks in files: `blocks.yml`, for the suites in its folder and below. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type Block, type Problem, parseLibrary } from '@parley/suite';

export interface LibraryFile {
  path: string;
  blocks: Block[];
  problems: Problem[];
}

const fileNames = ['blocks.yml', 'blocks.yaml'];

/**
 * Tells if a file is a library: it has the name of one, and every document begins with a block. A suite may have the same name,
 * and its tests must not be left out.
 */
export function isLibraryFile(path: string, text: string): boolean {
  if (!fileNames.includes(basename(path))) return false;
  const documents = text
    .split(/^---.*$/m)
    .map((document) => document.replaceAll(/^\s*(#.*)?$/gm, '').trimStart())
    .filter((document) => document !== '');
  return documents.length > 0 && documents.every((document) => /^-\s+block\s*:/.test(document));
}

export const readLibrary = (path: string, text: string): LibraryFile => ({
  path,
  ...parseLibrary(text),
});

/**
 * Finds the library for suites in a folder: in the folder or the nearest one above, up to the current folder if the suite is
 * below it, otherwise up to the root.
 */
export async function nearestLibrary(folder: string): Promise<LibraryFile | undefined> {
  for (const name of fileNames) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined && isLibraryFile(path, text))
      return readLibrary(relative('', path), text);
  }
  const above = dirname(folder);
  const isTop = folder === process.cwd() || above === folder;
  return isTop ? undefined : nearestLibrary(above);
}

/** @returns a problem of a suite whose library has errors; undefined if the suite can be used */
export function brokenLibrary(text: string, { path, problems }: LibraryFile): Problem | undefined {
  const error = problems.find(({ severity }) => severity === 'error');
  if (!error || !/\$USE(?=\s)/i.test(text)) return undefined;
  return {
    severity: 'error',
    line: 1,
    column: 1,
    message: `The library ${path}, whose blocks this suite may use, has an error in line ${error.line}: ${error.message}`,
    hint: 'Correct the library first.',
  };
}
