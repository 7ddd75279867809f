import type { RunEnvironment } from '@parley/contract';
import type { Scope } from '../../../platform/database/scope.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { findEnvironment } from '../../environments/environments.ts';
import { findSuite, parsedSuite, readBeforehand } from '../../suites/suites.ts';
import { findRunEnvironment } from '../log/run-environments.ts';
import type { RunRow } from '../log/run-row.ts';
import { findRunSource } from '../log/runs.queries.ts';

type Setting = RunEnvironment['channel'][number];

/** Describes the environment in which a run was executed. */
export async function environmentOf(
  scope: Scope,
  pool: WorkPool,
  run: RunRow,
): Promise<RunEnvironment> {
  const suite = run.suiteId === null ? undefined : await findSuite(scope, run.suiteId);
  const source = await findRunSource(scope, run.id);
  await readBeforehand(pool, scope, source);
  const { configuration, agent } = parsedSuite(source).suite;
  return {
    suiteVersion: run.suiteRevision,
    suiteVersionNow: suite?.version ?? null,
    selectedTests: run.selectedTests,
    agent: agent ? { name: agent.name, version: agent.version ?? null } : null,
    channel: settingsOf(configuration.channel ?? {}),
    device: run.device ? settingsOf({ locale: run.device.locale, ...run.device.settings }) : [],
    environment: await valuesOf(scope, run),
    conversations: run.conversationsHeld ?? configuration.concurrency ?? null,
    workerVersion: run.workerVersion,
    workers: run.attempt,
  };
}

async function valuesOf(scope: Scope, run: RunRow): Promise<RunEnvironment['environment']> {
  const { id, environment, environmentId, environmentVersion } = run;
  const kept = await findRunEnvironment(scope, id);
  if (!kept || environmentVersion === null) return null;
  const now = environmentId === null ? undefined : await findEnvironment(scope, environmentId);
  return {
    name: environment ?? '',
    version: environmentVersion,
    versionNow: now?.version ?? null,
    ...kept,
  };
}

/** Names of settings that usually hold credentials. */
const secretNames = /secret|token|password|auth|credential|headers|api-?key/i;

const hidden = '•••';

/** Lists the values of an object, nested ones by their path. */
function settingsOf(value: object, path = ''): Setting[] {
  return Object.entries(value).flatMap(([key, inner]): Setting[] => {
    const name = path ? `${path}.${key}` : key;
    if (inner === null || inner === undefined) return [];
    if (typeof inner === 'object' && !Array.isArray(inner)) return settingsOf(inner, name);
    if (secretNames.test(name)) return [{ name, value: hidden }];
    return [{ name, value: withoutSecrets(Array.isArray(inner) ? inner.join(', ') : `${inner}`) }];
  });
}

/** Masks the credentials and the query values of an address, which are often keys. */
function withoutSecrets(text: string): string {
  return text
    .replace(/^(\w+:\/\/)[^/@\s]+@/, `$1${hidden}@`)
    .replaceAll(/([?&][^=&#\s]+=)[^&#\s]+/g, `$1${hidden}`);
}
