import { type Agent, agentNamedBy, linkAgent, linkLibrary, parseLibrary } from '@parley/suite';
import { createRecentCache } from '../../platform/cache/recent-cache.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { withAgent } from '../agents/agents.ts';
import { listWithAbove } from '../projects/projects.ts';
import { type LibraryRow, listLibraries } from './libraries.queries.ts';

type ParsedLibrary = ReturnType<typeof parseLibrary>;

/** Maximum number of characters of all cached texts together. */
const keptLengthMax = 2 * 1024 * 1024;

const kept = createRecentCache<ParsedLibrary>({
  sizeMax: keptLengthMax,
  sizeOf: (_, source) => source.length,
});

/** Returns a shared parsed library, which callers must not change. */
export function parsedLibrary(source: string): ParsedLibrary {
  const known = kept.get(source);
  if (known) return known;
  const parsed = parseLibrary(source);
  kept.set(source, parsed);
  return parsed;
}

/** Finds the library that suites of a project use: its own, or that of the project above while it has none. */
async function findNearestLibrary(
  scope: WorkScope,
  projectId: string,
): Promise<LibraryRow | undefined> {
  const ids = await listWithAbove(scope, projectId);
  const rows = await listLibraries(scope, ids);
  return ids
    .map((id) => rows.find((row) => row.projectId === id))
    .find((row) => row && row.source.trim() !== '');
}

interface SuiteText {
  projectId: string;
  source: string;
  /** Agent to use if the suite names it, instead of the current one of the project. */
  agent?: Agent | undefined;
}

/** Returns the text of a suite with the agent that it names and the blocks of the library that it uses. A run stores this text. */
export async function linkedSource(
  scope: WorkScope,
  { projectId, source, agent }: SuiteText,
): Promise<string> {
  const whole =
    agent && agentNamedBy(source) === agent.name
      ? linkAgent(source, [agent])
      : await withAgent(scope, { projectId, source });
  if (!/\$USE(?=\s)|^library\s*:/im.test(source)) return whole;
  const library = await findNearestLibrary(scope, projectId);
  return linkLibrary(whole, library ? parsedLibrary(library.source).blocks : []);
}

/** Returns a suite whose text has the blocks of the library that it uses. */
export async function linkedSuite<Suite extends SuiteText>(
  scope: WorkScope,
  suite: Suite,
): Promise<Suite> {
  return { ...suite, source: await linkedSource(scope, suite) };
}
