import {
  type Body,
  type Environment,
  type environments as endpoints,
  environmentsMax,
} from '@parley/contract';
import { environmentNamesMax } from '@parley/suite';
import { violates } from '../../db/violates.ts';
import { inDeletion, inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  countInLockedProject,
  deleteEnvironment,
  insertEnvironment,
  lockEnvironment,
  updateEnvironment,
} from './environments.queries.ts';
import { presentEnvironment } from './present-environment.ts';
import { sealSecrets } from './sealed-secrets.ts';

type Sealing = Pick<Platform, 'config' | 'clock'>;

export function createEnvironment(
  { config, clock }: Sealing,
  scope: Scope,
  projectId: string,
  { name, variables, secrets }: Body<typeof endpoints.createEnvironment>,
): Promise<Environment> {
  return inTransaction(scope, async (inside) => {
    const count = found(await countInLockedProject(inside, projectId));
    if (count >= environmentsMax) throw tooManyEnvironments();
    const id = newId();
    const sealed = sealSecrets(config.secret, id, secrets, clock.now().toISOString());
    const row = await insertEnvironment(inside, {
      id,
      projectId,
      name,
      variables,
      secrets: sealed,
    });
    if (!row) throw nameTaken(name);
    await recordAudit(inside, {
      action: 'environment.created',
      target: name,
      detail: secretsInWords(Object.keys(secrets), []),
    });
    return presentEnvironment(row);
  });
}

export function changeEnvironment(
  { config, clock }: Sealing,
  scope: Scope,
  { projectId, environmentId }: { projectId: string; environmentId: string },
  { name, variables, secrets = {}, version }: Body<typeof endpoints.updateEnvironment>,
): Promise<Environment> {
  return inTransaction(scope, async (inside) => {
    const before = found(await lockEnvironment(inside, projectId, environmentId));
    if (version !== undefined && version !== before.version) throw new ApiError('conflict');
    const removed = Object.keys(secrets).filter((key) => secrets[key] === null);
    const set = Object.fromEntries(
      Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null),
    );
    const kept = Object.entries(before.secrets).filter(([key]) => !removed.includes(key));
    const sealed = {
      ...Object.fromEntries(kept),
      ...sealSecrets(config.secret, before.id, set, clock.now().toISOString()),
    };
    if (Object.keys(sealed).length > environmentNamesMax) throw tooManySecrets();
    const row = await updateEnvironment(inside, before.id, {
      ...(name !== undefined && { name }),
      ...(variables && { variables }),
      secrets: sealed,
    }).catch((error: unknown) => {
      throw violates(error, 'environments_name') ? nameTaken(name ?? '') : error;
    });
    const after = found(row);
    await recordAudit(inside, {
      action: 'environment.changed',
      target: after.name,
      detail: secretsInWords(Object.keys(set), removed),
    });
    return presentEnvironment(after);
  });
}

export function removeEnvironment(
  scope: Scope,
  { projectId, environmentId }: { projectId: string; environmentId: string },
): Promise<undefined> {
  return inDeletion(scope, async (inside) => {
    const { name } = found(await deleteEnvironment(inside, projectId, environmentId));
    await recordAudit(inside, { action: 'environment.deleted', target: name });
    return undefined;
  });
}

/** Describes changed secrets by their names, never their values. */
function secretsInWords(set: string[], removed: string[]): string {
  const parts = [
    set.length > 0 && `secrets set: ${set.join(', ')}`,
    removed.length > 0 && `secrets deleted: ${removed.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ').slice(0, 500);
}

const nameTaken = (name: string) =>
  new ApiError('name_taken', {
    message: `There is already an environment named “${name}” in this project.`,
    hint: 'Choose another name. Names are not case-sensitive.',
  });

const tooManyEnvironments = () =>
  new ApiError('limit_reached', {
    message: `A project has at most ${environmentsMax} environments.`,
    hint: 'Delete one that is no longer used.',
  });

const tooManySecrets = () =>
  new ApiError('limit_reached', {
    message: `An environment has at most ${environmentNamesMax} secrets.`,
    hint: 'Delete one that is no longer used.',
  });
