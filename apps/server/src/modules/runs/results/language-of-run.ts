import type { WorkScope } from '../../../platform/database/scope.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { parsedSuite, readBeforehand } from '../../suites/suites.ts';
import type { RunRow } from '../log/run-row.ts';
import { findRunSource } from '../log/runs.queries.ts';

/** @returns the primary language subtag of the suite's locale, such as `de`; null if the suite names none */
export async function languageOfRun(
  scope: WorkScope,
  pool: WorkPool,
  { id }: Pick<RunRow, 'id'>,
): Promise<string | null> {
  const source = await findRunSource(scope, id);
  await readBeforehand(pool, scope, source);
  const { locale = '' } = parsedSuite(source).suite.configuration;
  const [, language] = /^([a-z]{2,3})(?:[-_]|$)/i.exec(locale.trim()) ?? [];
  return language?.toLowerCase() ?? null;
}
