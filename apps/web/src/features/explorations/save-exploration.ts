/** Saves explored paths as tests in an existing or a new suite. */
import type { StoredExploration } from '@parley/contract';
import {
  applySuite,
  type Exploration,
  mapToSuite,
  parseSuite,
  printSuite,
  type Strictness,
  type Test,
} from '@parley/suite';
import { createSuite, fetchSuite, updateSuite } from '#/features/suites/suites.queries.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export type SaveTarget =
  | { kind: 'existing'; suiteId: string }
  | { kind: 'new'; projectId: string; name: string };

/** Creates the tests of the whole map, one per path. */
export function testsOfMap({ conversations }: Exploration, strictness: Strictness): Test[] {
  return mapToSuite(conversations, {}, strictness).tests;
}

/** Saves the tests. Returns the suite that contains them. */
export async function saveTests(
  scope: OrganizationScope,
  { configuration, device }: Pick<StoredExploration, 'configuration' | 'device'>,
  tests: Test[],
  target: SaveTarget,
): Promise<{ suiteId: string; suiteName: string }> {
  if (target.kind === 'new') {
    const { projectId, name } = target;
    const source = printSuite({ configuration, tests });
    const platform = configuration.platform ?? 'webchat';
    const deviceId = device?.id ?? null;
    const { id } = await createSuite(scope, { name, projectId, platform, source, deviceId });
    return { suiteId: id, suiteName: name };
  }
  const { id, name, source, version } = await fetchSuite(scope, target.suiteId);
  await updateSuite(scope, id, { source: withTests(source, tests), version });
  return { suiteId: id, suiteName: name };
}

/** Adds tests to a suite text. The rest of the text stays unchanged, including comments. */
function withTests(source: string, tests: Test[]): string {
  const { suite, problems } = parseSuite(source);
  if (problems.some(({ severity }) => severity === 'error')) throw new SuiteInvalidError();
  return applySuite(source, { ...suite, tests: [...suite.tests, ...tests] });
}

/** Thrown if the text of the suite has errors. Adding tests could lose the parts that cannot be parsed. */
export class SuiteInvalidError extends Error {
  override readonly name = 'SuiteInvalidError';
}
