import { type Library, type LibraryUse, suitesSearchedForUses } from '@parley/contract';
import { type Interaction, renameInLibrary, renameUses } from '@parley/suite';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { WorkPool } from '../../platform/work-pool/work-pool.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  linkedSource,
  listLibraries,
  lockLibrary,
  putLibrary,
  readLibrary,
} from '../libraries/libraries.ts';
import { findProject, listSubprojects } from '../projects/projects.ts';
import { parsedSuite, readBeforehand } from './parsed-suite.ts';
import { listSuitesWithUses, lockSuite, type SuiteRow, updateSuite } from './suites.queries.ts';

/** Lists the suites that use blocks of a project's library, by block and name. */
export async function listUses(
  scope: Scope,
  pool: WorkPool,
  projectId: string,
): Promise<{ uses: LibraryUse[]; isComplete: boolean }> {
  const rows = await listSuitesWithUses(
    scope,
    await borrowersOf(scope, projectId),
    suitesSearchedForUses + 1,
  );
  const uses: LibraryUse[] = [];
  for (const row of rows.slice(0, suitesSearchedForUses)) {
    const source = await linkedSource(scope, row);
    await readBeforehand(pool, scope, source);
    const { tests, blocks = [] } = parsedSuite(source).suite;
    const own = new Set(blocks.map(({ name }) => name));
    const counts = new Map<string, number>();
    for (const { interactions } of [...tests, ...blocks])
      for (const block of blocksUsedBy(interactions))
        if (!own.has(block)) counts.set(block, (counts.get(block) ?? 0) + 1);
    for (const [block, count] of counts)
      uses.push({ block, suiteId: row.id, suiteName: row.name, count });
  }
  return { uses, isComplete: rows.length <= suitesSearchedForUses };
}

const blocksUsedBy = (interactions: readonly Interaction[]): string[] =>
  interactions.flatMap(({ input }) => (input.kind === 'use' ? [input.block] : []));

/** Returns the projects whose suites use the library of a project: itself, and those below it without their own library. */
async function borrowersOf(scope: Scope, projectId: string): Promise<string[]> {
  found(await findProject(scope, projectId));
  const below = await listSubprojects(scope, projectId);
  const own = await listLibraries(scope, below);
  const withOwn = new Set(
    own.filter(({ source }) => source.trim() !== '').map((row) => row.projectId),
  );
  return [projectId, ...below.filter((id) => !withOwn.has(id))];
}

/**
 * Renames a block of a library and its uses in all suites, or nothing if one of them cannot be renamed.
 *
 * @throws ApiError `suite_invalid` that lists what cannot be renamed
 */
export function renameBlock(
  scope: Scope,
  projectId: string,
  { from, to, version }: { from: string; to: string; version?: number | undefined },
): Promise<{ library: Library; suites: string[] }> {
  return inTransaction(scope, async (inside) => {
    const row = await lockLibrary(inside, projectId, version);
    const renamed = renameInLibrary(row?.source ?? '', from, to);
    if ('problem' in renamed) throw refused([{ path: 'to', message: renamed.problem }]);
    const projectIds = await borrowersOf(inside, projectId);
    const listed = await listSuitesWithUses(inside, projectIds, suitesSearchedForUses + 1);
    if (listed.length > suitesSearchedForUses) throw new ApiError('too_much_work');
    const changes: { suite: SuiteRow; text: string }[] = [];
    const problems = [];
    // Locked in one order, so that two renamings never wait for each other.
    for (const { id } of listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const suite = await lockSuite(inside, id);
      if (!suite) continue;
      const change = renameUses(suite.source, from, to);
      if ('problem' in change)
        problems.push({ path: 'suites', message: `“${suite.name}”: ${change.problem}` });
      else if (change.count > 0) changes.push({ suite, text: change.text });
    }
    if (problems.length > 0) throw refused(problems);
    await putLibrary(inside, projectId, renamed.text);
    for (const { suite, text } of changes) await updateSuite(inside, suite.id, { source: text });
    const project = found(await findProject(inside, projectId));
    const detail = `“${from}” is “${to}”`;
    await recordAudit(inside, { action: 'library.changed', target: project.name, detail });
    return {
      library: await readLibrary(inside, projectId),
      suites: changes.map(({ suite }) => suite.name),
    };
  });
}

const refused = (problems: { path: string; message: string }[]): ApiError =>
  new ApiError('suite_invalid', {
    message: 'The block was not renamed.',
    hint: 'Nothing was changed. Correct what is listed, then rename it again.',
    problems: problems.slice(0, 100),
  });
