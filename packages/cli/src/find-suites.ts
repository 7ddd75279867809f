import { readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize, relative, resolve, sep } from 'node:path';
import type { SuiteSource } from '@parley/engine';
import {
  type ImportLoss,
  linkAgent,
  linkLibrary,
  outlineSuite,
  type Problem,
  parseSuite,
  type Suite,
  type SuiteOutline,
} from '@parley/suite';
import { importTargets, importTestingJson } from '@parley/suite/testing-json';
import {
  type AgentsFile,
  agentsFor,
  brokenAgents,
  isAgentsFile,
  readAgents,
  usableAgents,
} from './agents.ts';
import { UsageError } from './exit-codes.ts';
import {
  brokenLibrary,
  isLibraryFile,
  type LibraryFile,
  nearestLibrary,
  readLibrary,
} from './libraries.ts';
import { filesIn, readNamed } from './named-files.ts';
import { recordingProblems } from './recordings-beside.ts';

/** A suite's text with its parsed model. */
export interface SuiteFile extends SuiteSource {
  suite: Suite;
  problems: Problem[];
  /** Settings in its `testing.json`, or in its configuration in that format, that Parley cannot use. */
  losses: ImportLoss[];
}

/** Glob patterns for suite files in a folder. */
const patterns = ['**/*.{test,spec,e2e}.{yml,yaml}', '**/{test,tests}/**/*.{yml,yaml}'];
/** Used instead if the folder is inside a test folder, because patterns cannot match its parents. */
const patternWithin = '**/*.{yml,yaml}';
const ignored = ['**/node_modules/**', '**/.git/**', '**/locales/**', '**/coverage/**'];

/**
 * Reads all suites in files and folders, sorted by path. Their libraries and agents are no suites.
 *
 * @throws UsageError if there are none
 */
export async function findSuites(filesAndFolders: string[]): Promise<SuiteFile[]> {
  const { suites, libraries, agents } = await findFiles(filesAndFolders);
  const [library] = libraries;
  if (suites.length === 0 && library)
    throw new UsageError(`${library.path} is a library of blocks. Name a suite that uses it.`);
  const [ofAgents] = agents;
  if (suites.length === 0 && ofAgents)
    throw new UsageError(`${ofAgents.path} has agents only. Name a suite that tests one.`);
  return suites;
}

/**
 * Reads all suites, libraries and agents in files and folders, sorted by path.
 *
 * @throws UsageError if there are none
 */
export async function findFiles(
  filesAndFolders: string[],
): Promise<{ suites: SuiteFile[]; libraries: LibraryFile[]; agents: AgentsFile[] }> {
  const named = filesAndFolders.length > 0 ? filesAndFolders : ['.'];
  const paths = new Set((await Promise.all(named.map(suitePaths))).flat());
  if (paths.size === 0) {
    throw new UsageError(
      `There are no suites in ${named.join(', ')}. Suites are files named ${patterns.join(' and ')}.`,
    );
  }
  const suites: SuiteFile[] = [];
  const libraries: LibraryFile[] = [];
  const agents: AgentsFile[] = [];
  const texts = await Promise.all(
    [...paths].sort().map(async (path) => ({ path, text: await readNamed(path) })),
  );
  for (const { path, text } of texts) {
    if (isLibraryFile(path, text)) libraries.push(readLibrary(path, text));
    else if (isAgentsFile(path, text)) agents.push(readAgents(path, text));
    else suites.push(await readSuite(path, text));
  }
  return { suites, libraries, agents };
}

async function suitePaths(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw new UsageError(
      `There is no file "${path}". If it is a suite on a server, name the server with --server.`,
    );
  }
  if (!found.isDirectory()) return [normalize(path)];
  return filesIn(path, patternsIn(path), ignored);
}

/** @returns patterns that find the same suites in this folder as a search from the current folder */
function patternsIn(folder: string): string[] {
  const above = relative('', folder).split(sep);
  return above.includes('test') || above.includes('tests') ? [patternWithin] : patterns;
}

/** Parses the text of a suite in a folder, with the blocks and agents of files in the folder and above. */
export async function parseWithFiles(
  text: string,
  folder: string,
): Promise<{ suite: Suite; problems: Problem[] }> {
  const library = await nearestLibrary(folder);
  const broken = library && brokenLibrary(text, library);
  const ofAgents = await agentsFor(folder);
  const brokenAgent = brokenAgents(text, ofAgents);
  const withAgent = linkAgent(text, usableAgents(ofAgents));
  const read = parseSuite(linkLibrary(withAgent, library?.blocks ?? []));
  return {
    suite: read.suite,
    problems: [
      ...(broken ? [broken] : []),
      ...(brokenAgent ? [brokenAgent] : []),
      ...read.problems,
    ],
  };
}

async function readSuite(path: string, text: string): Promise<SuiteFile> {
  const folder = resolve(dirname(path));
  const read = await parseWithFiles(text, folder);
  const lineOf = linesOf(text, read.suite);
  const settings = await nearestSettings(folder);
  const { suite, report } = settings
    ? importTestingJson(settings.text, read.suite, environment())
    : importTargets(read.suite);
  const losses = report.losses.map((loss) => ({ ...loss, file: settings?.path ?? path }));
  const problems = [...read.problems, ...(await recordingProblems(path, suite, lineOf))];
  return { path, lineOf, problems, suite, losses };
}

/**
 * Creates a lookup of line numbers. The text is outlined on first use, because only tests that did not pass need line numbers.
 */
function linesOf(text: string, { tests, blocks = [] }: Suite): SuiteSource['lineOf'] {
  const names = tests.map(({ name }) => name);
  const blockNames = blocks.map(({ name }) => name);
  let outline: SuiteOutline | undefined;
  return (test, step, origin) => {
    outline ??= outlineSuite(text);
    const inBlock = origin?.blocks?.findLast(({ isInLibrary }) => !isInLibrary);
    const block = inBlock && outline.blocks[blockNames.indexOf(inBlock.name)];
    const place = outline.tests[names.indexOf(test)];
    const at = origin?.step ?? step;
    const ofTest = (at === undefined ? undefined : place?.steps[at]?.from) ?? place?.from;
    return (inBlock && block?.steps[inBlock.step]?.from) ?? ofTest;
  };
}

/**
 * Finds `testing.json` next to the suite or in a parent folder: up to the current folder if the suite is below it, otherwise
 * up to the root.
 */
async function nearestSettings(
  folder: string,
): Promise<{ path: string; text: string } | undefined> {
  const path = join(folder, 'testing.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return { path: relative('', path), text };
  const above = dirname(folder);
  const isTop = folder === process.cwd() || above === folder;
  return isTop ? undefined : nearestSettings(above);
}

const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );
