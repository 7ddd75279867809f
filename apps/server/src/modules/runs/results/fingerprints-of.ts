import { expandBlocks, keysOf, testFingerprint } from '@parley/suite';
import { and, eq, isNotNull } from 'drizzle-orm';
import { testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { isReadAtOnce, parsedSuite } from '../../suites/suites.ts';
import type { RunRow } from '../log/run-row.ts';
import { variablesOf } from '../log/with-values-of.ts';

/**
 * Returns the fingerprints of a run's tests by test key: the stored ones, otherwise those computed from its text. Empty if the
 * text is too long to be parsed in a transaction.
 */
export async function fingerprintsOf(db: Database, run: RunRow): Promise<Map<string, string>> {
  const known = await db
    .select({ name: testResults.name, fingerprint: testResults.fingerprint })
    .from(testResults)
    .where(and(eq(testResults.runId, run.id), isNotNull(testResults.fingerprint)));
  if (known.length > 0) return new Map(known.map((row) => [row.name, row.fingerprint ?? '']));
  const [text] = await db.select({ source: runs.source }).from(runs).where(eq(runs.id, run.id));
  if (text === undefined || !isReadAtOnce(text.source)) return new Map();
  const { tests, configuration } = expandBlocks(parsedSuite(text.source).suite);
  const values = run.device ? variablesOf(run.device) : {};
  const keys = keysOf(tests);
  return new Map(
    tests.map((test, index) => [
      keys[index] ?? test.name,
      testFingerprint(test, configuration, values),
    ]),
  );
}
