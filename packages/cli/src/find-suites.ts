import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize, resolve } from 'node:path';
import { type ImportLoss, type Problem, parseSuite, type Suite } from '@parley/suite';
import { importTestingJson } from '@parley/suite/testing-json';
import { UsageError } from './exit-codes.ts';

/** The text of a suite and what it says. */
export interface SuiteFile {
  path: string;
  suite: Suite;
  problems: Problem[];
  /** What its `testing.json` says and Parley can't use. */
  losses: ImportLoss[];
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
  const read = parseSuite(await readFile(path, 'utf8'));
  const settings = await nearestSettings(dirname(path));
  if (settings === undefined) return { path, ...read, losses: [] };
  const { suite, report } = importTestingJson(settings.text, read.suite, environment());
  const losses = report.losses.map((loss) => ({ ...loss, file: settings.path }));
  return { path, problems: read.problems, suite, losses };
}

/** `testing.json` beside the suite or in a folder above it, as far as the current one. */
async function nearestSettings(
  folder: string,
): Promise<{ path: string; text: string } | undefined> {
  const path = join(folder, 'testing.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return { path, text };
  const above = dirname(folder);
  const isTop = folder === '.' || above === folder || resolve(folder) === process.cwd();
  return isTop ? undefined : nearestSettings(above);
}

const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );
