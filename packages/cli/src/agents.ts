/** Agents in files: `agents.yml`, for the suites in its folder and below. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type Agent, agentNamedBy, type Problem, parseAgents } from '@parley/suite';

export interface AgentsFile {
  path: string;
  agents: Agent[];
  problems: Problem[];
}

const fileNames = ['agents.yml', 'agents.yaml'];

/**
 * Tells if a file has agents: it has the name of such a file, and every document begins with an agent. A suite may have the same
 * name, and its tests must not be left out.
 */
export function isAgentsFile(path: string, text: string): boolean {
  if (!fileNames.includes(basename(path))) return false;
  const documents = documentsIn(text);
  return documents.length > 0 && documents.every((one) => /^(["']?)agent\1\s*:/.test(one));
}

/** @returns the documents without comments and empty lines before their contents */
const documentsIn = (text: string): string[] =>
  text
    .split(/^---.*$/m)
    .map((document) => document.replaceAll(/^\s*(#.*)?$/gm, '').trimStart())
    .filter((document) => document !== '');

export const readAgents = (path: string, text: string): AgentsFile => ({
  path,
  ...parseAgents(text),
});

/**
 * Finds the agents for suites in a folder: in the folder and those above, nearest first, up to the current folder if the suite is
 * below it, otherwise up to the root.
 */
export async function agentsFor(folder: string): Promise<AgentsFile[]> {
  const found: AgentsFile[] = [];
  for (const name of fileNames) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined && isAgentsFile(path, text)) {
      found.push(readAgents(relative('', path), text));
      break;
    }
  }
  const above = dirname(folder);
  const isTop = folder === process.cwd() || above === folder;
  return isTop ? found : [...found, ...(await agentsFor(above))];
}

/** @returns the agents that suites can name; of several with the same name the nearest */
export function usableAgents(files: readonly AgentsFile[]): Agent[] {
  const nearest = new Map<string, Agent>();
  for (const agent of files.flatMap(({ agents }) => agents))
    if (!nearest.has(agent.name)) nearest.set(agent.name, agent);
  return [...nearest.values()];
}

/** @returns a problem of a suite that names an agent while a file of agents has errors; undefined if the suite can be used */
export function brokenAgents(text: string, files: readonly AgentsFile[]): Problem | undefined {
  if (agentNamedBy(text) === undefined) return undefined;
  for (const { path, problems } of files) {
    const error = problems.find(({ severity }) => severity === 'error');
    if (error)
      return {
        severity: 'error',
        line: 1,
        column: 1,
        message: `The file ${path}, whose agents this suite may name, has an error in line ${error.line}: ${error.message}`,
        hint: 'Correct the agents first.',
      };
  }
  return undefined;
}
