import { glob, readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { type Problem, parseSuite, type Suite } from '@parley/suite';
import { UsageError } from './exit-codes.ts';

/** The text of a suite and what it says. */
export interface SuiteFile {
  path: string;
  suite: Suite;
  problems: Problem[];
}

/** Which files of a folder hold suites. */
const patterns = ['**/*.{test,spec,e2e}.{yml,yaml}', '**/{test,tests}/**/*.{yml,yaml}'];
const ignored = ['**/node_modules/**', '**/.git/**', '**/locales/**', '**/coverage/**'];

/** Reads all suites in files and folders, in the order of their paths. */
export async function findSuites(filesAndFolders: string[]): Promise<SuiteFile[]> {
  const named = filesAndFolders.length > 0 ? filesAndFolders : ['.'];
  const paths = new Set((await Promise.all(named.map(suitePaths))).flat());
  if (paths.size === 0) {
    throw new UsageError(
      `There is no suite in ${named.join(', ')}. Suites are found by ${patterns.join(' and ')}.`,
    );
  }
  return Promise.all([...paths].sort().map(readSuite));
}

async function suitePaths(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw new UsageError(
      `There is no file "${path}". If it is a suite of a server, name the server with --server.`,
    );
  }
  if (!found.isDirectory()) return [normalize(path)];
  const paths: string[] = [];
  for await (const file of glob(patterns, { cwd: path, exclude: ignored })) {
    paths.push(join(path, file));
  }
  return paths;
}

async function readSuite(path: string): Promise<SuiteFile> {
  return { path, ...parseSuite(await readFile(path, 'utf8')) };
}
