import { keysOf } from '@parley/suite';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import { findUser } from '../identity/identity.ts';
import { lockSuite, parsedSuite } from '../suites/suites.ts';
import { closeOpen, insertQuarantine, type QuarantineRow } from './quarantines.queries.ts';

interface Wish {
  test: string;
  reason: string;
  days: number;
}

/** Puts a test in quarantine for some days, beginning with the next run. Replaces an existing quarantine of the test. */
export function beginQuarantine(
  scope: Scope,
  suiteId: string,
  { test, reason, days }: Wish,
): Promise<QuarantineRow> {
  return inTransaction(scope, async (inside) => {
    const suite = found(await lockSuite(inside, suiteId));
    const key = keyIn(suite.source, test);
    await closeOpen(inside, suite.id, key);
    const user = await findUser(inside.db, inside.actor.userId);
    const row = {
      id: newId(),
      suiteId: suite.id,
      testName: key,
      reason,
      createdBy: inside.actor.userId,
      createdByName: user?.name || inside.actor.email,
    };
    const begun = await insertQuarantine(inside, row, days);
    const until = begun.expiresAt.toISOString().slice(0, 10);
    await recordAudit(inside, {
      action: 'quarantine.begun',
      target: `${suite.name}: ${test}`,
      detail: `until ${until}: ${reason}`,
    });
    return begun;
  });
}

/** @returns the key of the test that has `test` as its key, otherwise as its name */
function keyIn(source: string, test: string): string {
  const { tests } = parsedSuite(source).suite;
  const keys = keysOf(tests);
  if (keys.includes(test)) return test;
  const key = keys[tests.findIndex(({ name }) => name === test)];
  if (key !== undefined) return key;
  throw new ApiError('invalid_request', {
    message: 'The test is no longer in the suite: it was renamed or removed.',
    hint: 'A renamed test is listed by its new name after its next run.',
    problems: [{ path: 'test', message: `There is no test “${test}”.` }],
  });
}
