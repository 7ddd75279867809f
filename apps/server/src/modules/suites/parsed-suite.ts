/**
 * Parsed suites by their texts. The same text is read when it is stored, when its run is queued and carried out, and again with
 * every run of a monitor, so the latest results are cached.
 */
import { parseSuite } from '@parley/suite';
import { createRecentCache } from '../../platform/cache/recent-cache.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Log } from '../../platform/observability/log.ts';
import { pooledWork, type WorkFor, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import type { parseText } from './parse-text.ts';
import { findSuite } from './suites.queries.ts';

type ParsedSuite = ReturnType<typeof parseSuite>;

const parsing = pooledWork<typeof parseText>('./parse-text.ts', import.meta.url, 'parseText');

/** Maximum characters of a text that is parsed directly, which takes about 30 ms. The longest text takes 300 ms. */
export const shortLengthMax = 32 * 1024;

/** Maximum characters of all cached texts together. */
const keptLengthMax = 4 * 1024 * 1024;

/** Parsed suites by text. */
const kept = createRecentCache<ParsedSuite>({
  sizeMax: keptLengthMax,
  sizeOf: (_, source) => source.length,
});

/**
 * Returns a shared parsed suite, which callers must not change. Read long texts beforehand with
 * `readBeforehand`.
 */
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
 * Has a long text parsed in the pool and cached for `parsedSuite`. Do not call it in a transaction.
 * @throws ApiError as the pool does
 */
export async function readBeforehand(
  pool: WorkPool,
  by: WorkFor,
  source: string | undefined,
): Promise<void> {
  if (source === undefined || isReadAtOnce(source)) return;
  kept.set(source, await pool.run(parsing, source, by));
}

/** Does the same for the text of a stored suite. If there is no such suite, its later reader reports that. */
export async function readSuiteBeforehand(
  pool: WorkPool,
  scope: WorkScope,
  suiteId: string | null | undefined,
): Promise<void> {
  const suite = suiteId ? await findSuite(scope, suiteId) : undefined;
  await readBeforehand(pool, scope, suite?.source);
}

/** Variant for work that must continue: if the pool has no time, `parsedSuite` parses the text later. */
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
