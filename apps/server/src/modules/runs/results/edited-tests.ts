import { isEdited } from '@parley/suite';
import type { WorkScope } from '../../../platform/database/scope.ts';
import type { RunRow } from '../log/run-row.ts';
import { fingerprintsOf } from './fingerprints-of.ts';

/**
 * Divides the tests of a run into those edited since another run and those unchanged, according to the texts that the runs
 * used.
 */
export async function editedTests(
  { db }: WorkScope,
  base: RunRow,
  run: RunRow,
): Promise<{ edited: string[]; unchanged: string[] }> {
  const before = await fingerprintsOf(db, base);
  const after = await fingerprintsOf(db, run);
  const keysThat = (wanted: boolean) =>
    [...after].flatMap(([key, print]) =>
      isEdited(before.get(key) ?? null, print) === wanted ? [key] : [],
    );
  return { edited: keysThat(true), unchanged: keysThat(false) };
}
