/**
 * Caches parsed suites by their text, because the same text is parsed when it is stored, when its run is queued and executed,
 * and for every run of a monitor.
 */
import { parseSuite } from '@parley/suite';
import { createRecentCache } from '../../platform/cache/recent-cache.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Log } from '../../platform/observability/log.ts';
import { pooledWork, type WorkFor, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import { linkedSource } from '../libraries/libraries.ts';
import type { parseText } from './parse-text.ts';
import { findSuite } from './suites.queries.ts';

type ParsedSuite = ReturnType<typeof parseSuite>;

const parsing = pooledWork<typeof parseText>('./parse-text.ts', import.meta.url, 'parseText');

/** Maximum number of characters of a text that is parsed directly, in about 30 ms. The longest text takes 300 ms. */
export const shortLengthMax = 32 * 1024;

/** Maximum number of characters of all cached texts together. */
const keptLengthMax = 4 * 1024 * 1024;

/** Cache of parsed suites by text. */
const kept = createRecentCache<ParsedSuite>({
  sizeMax: keptLengthMax,
  sizeOf: (_, source) => source.length,
});

/** Returns a shared parsed suite, which callers must not change. For long texts, call `readBeforehand` first. */
export function parsedSuite(source: string): ParsedSuite {
  const known = kept.get(source);
  if (known) return known;
  const parsed = parseSuite(source);
  kept.set(source, parsed);
  return parsed;
}

/** @returns true if the text can be parsed directly, because it is short or cached */
export function isReadAtOnce(source: string): boolean {
  return source.length <= shortLengthMax || kept.get(source) !== undefined;
}

/**
 * Parses a long text in the pool and caches it for `parsedSuite`. Do not call it in a transaction.
 *
 * @throws ApiError from the pool
 */
export async function readBeforehand(
  pool: WorkPool,
  by: WorkFor,
  source: string | undefined,
): Promise<void> {
  if (source === undefined || isReadAtOnce(source)) return;
  kept.set(source, await pool.run(parsing, source, by));
}

/** Like `readBeforehand`, for the text of a stored suite. Does nothing if there is no such suite; later code reports that. */
export async function readSuiteBeforehand(
  pool: WorkPool,
  scope: WorkScope,
  suiteId: string | null | undefined,
): Promise<void> {
  const suite = suiteId ? await findSuite(scope, suiteId) : undefined;
  await readBeforehand(pool, scope, suite && (await linkedSource(scope, suite)));
}

/** Like `readBeforehand`, for a text that a suite gets, with the blocks of its library. */
export async function readLinkedBeforehand(
  pool: WorkPool,
  scope: WorkScope,
  { suiteId, ...of }: { projectId?: string; suiteId?: string; source: string | undefined },
): Promise<void> {
  const { source } = of;
  if (source === undefined) return;
  const projectId = of.projectId ?? (suiteId ? (await findSuite(scope, suiteId))?.projectId : '');
  await readBeforehand(
    pool,
    scope,
    await linkedSource(scope, { projectId: projectId ?? '', source }),
  );
}

/** Like `readBeforehand`, for work that must continue: if the pool refuses, `parsedSuite` parses the text later. */
export async function readBeforehandIfPossible(
  { pool, log }: { pool: WorkPool; log: Log },
  by: WorkFor,
  source: string,
): Promise<void> {
  try {
    await readBeforehand(pool, by, source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn(
      { err: error, organizationId: by.organizationId },
      'A long test suite was not read in the pool',
    );
  }
}
