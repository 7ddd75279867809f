import type { SuiteEnvironment } from '@parley/suite';
import type { EnvironmentRow } from './environments.queries.ts';

/** Stands for the value of every secret where the value is not needed. */
export const hiddenValue = 'a-secret-of-the-environment';

/** Returns an environment for finding problems before a start, without decrypting its secrets. */
export const withoutSecretValues = ({
  name,
  variables,
  secrets,
}: Pick<EnvironmentRow, 'name' | 'variables' | 'secrets'>): SuiteEnvironment => ({
  name,
  variables,
  secrets: Object.fromEntries(Object.keys(secrets).map((secret) => [secret, hiddenValue])),
});
