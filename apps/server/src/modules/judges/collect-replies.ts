import { createHash } from 'node:crypto';
import { judgeRepliesMax } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { findUser } from '../identity/identity.ts';
import { findProject } from '../projects/projects.ts';
import { languageOfRun, listRuns, type ReplyOfRun, readStoredRun } from '../runs/runs.ts';
import { countReplies, fillLanguage, insertReplies } from './judges.queries.ts';

/** Number of latest runs to search for replies. */
const runsMax = 10;

/**
 * Copies replies that a judge has judged in the latest runs of a project, so that people can label them. Equal replies are
 * copied once.
 */
export async function collectReplies(
  { pool }: Platform,
  scope: Scope,
  projectId: string,
): Promise<{ added: number; runs: number }> {
  const project = found(await findProject(scope, projectId));
  let places = judgeRepliesMax - (await countReplies(scope, project.id));
  if (places <= 0) throw tooManyReplies();
  const filter = { projectId: project.id, status: 'ended' as const };
  const runs = await listRuns(scope, filter, undefined, runsMax);
  let added = 0;
  for (const run of runs) {
    const replies = await readStoredRun(scope, pool, run, 'judged', {});
    const language = await languageOfRun(scope, pool, run);
    const byDigest = new Map(replies.map((reply) => [digestOf(reply), reply]));
    if (language !== null) await fillLanguage(scope, project.id, [...byDigest.keys()], language);
    const rows = [...byDigest].slice(0, places).map(([digest, { overriddenBy, ...reply }]) => ({
      ...reply,
      digest,
      suiteName: run.suiteName,
      language,
      isOverridden: overriddenBy !== null,
      overriddenBy,
    }));
    const people = await knownPeople(scope, rows);
    const inserted = await insertReplies(
      scope,
      project.id,
      rows.map((row) => ({
        ...row,
        overriddenBy: people.has(row.overriddenBy) ? row.overriddenBy : null,
      })),
    );
    added += inserted;
    places -= inserted;
  }
  return { added, runs: runs.length };
}

/**
 * Computes a digest that ignores differences in case, spaces and Unicode form, so that the same reply in many tries counts
 * once.
 */
export function digestOf({ reply, expected }: Pick<ReplyOfRun, 'reply' | 'expected'>): string {
  const parts = [reply, ...expected].map((text) =>
    text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function knownPeople(
  { db }: Scope,
  rows: readonly { overriddenBy: string | null }[],
): Promise<Set<string | null>> {
  const ids = new Set(rows.flatMap(({ overriddenBy }) => overriddenBy ?? []));
  const known = new Set<string | null>();
  for (const id of ids) if (await findUser(db, id)) known.add(id);
  return known;
}

const tooManyReplies = () =>
  new ApiError('limit_reached', {
    message: `A project keeps at most ${judgeRepliesMax.toLocaleString('en-US')} replies to label.`,
    hint: 'Label the existing ones first.',
  });
