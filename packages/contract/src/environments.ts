/** Environments of a project: the variables and secrets for running one suite on staging and in production. */
import {
  environmentNameProblem,
  environmentNamesMax,
  environmentValueMax,
  secretProblem,
} from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, name, text, timestamp, version } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';
const base = `${organization}/projects/{projectId}/environments`;

/** Maximum number of environments in a project. */
export const environmentsMax = 20;

/** Maximum length of an environment's variables as JSON. Each run stores a copy. */
export const environmentCharactersMax = 65_536;

/** Reports each invalid name at its own path. */
function checkNames({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void {
  for (const name of Object.keys(value)) {
    const message = environmentNameProblem(name);
    if (message) issues.push({ code: 'custom', message, path: [name], input: name });
  }
}

const isFew = (values: Record<string, unknown>) =>
  Object.keys(values).length <= environmentNamesMax;

const variables = z.record(text(200), text(environmentValueMax)).check(
  checkNames,
  z.refine(isFew, `At most ${environmentNamesMax} variables.`),
  z.refine(
    (values) => JSON.stringify(values).length <= environmentCharactersMax,
    'The variables of an environment have at most 64 KiB together.',
  ),
);

/** The error message never contains the value. */
const secretValue = z.string().check(({ value, issues }) => {
  const problem = secretProblem(value);
  if (problem) issues.push({ code: 'custom', message: problem, input: '' });
});

const tooManySecrets = `At most ${environmentNamesMax} secrets.`;

export const environmentSchema = z.object({
  id,
  /** The project that owns the environment. For a sub-project, this can be its parent. */
  projectId: id,
  name: z.string(),
  /** Values of `{{name}}`. */
  variables: z.record(z.string(), z.string()),
  /** Names for `{{secret.name}}`. Values are never returned. */
  secrets: z.array(z.object({ name: z.string(), setAt: timestamp })),
  /** Increases with each change. A run stores the version that it used. */
  version: z.number(),
  createdAt: timestamp,
  lastModified: timestamp,
});

export type Environment = z.output<typeof environmentSchema>;

export const environmentInput = z.object({
  name,
  variables: z._default(variables, {}),
  /** Secret values by name. */
  secrets: z._default(
    z.record(text(200), secretValue).check(checkNames, z.refine(isFew, tooManySecrets)),
    {},
  ),
});

export const environmentChange = z.object({
  name: z.optional(name),
  /** Replaces all variables. */
  variables: z.optional(variables),
  /** Sets secrets, or deletes those whose value is null. Omitted secrets stay unchanged. */
  secrets: z.optional(
    z.record(text(200), z.nullable(secretValue)).check(checkNames, z.refine(isFew, tooManySecrets)),
  ),
  /** The version that the change is based on. An outdated version causes `conflict`. */
  version: z.optional(version),
});

export const createEnvironmentErrors = ['name_taken', 'limit_reached'] as const;
export const changeEnvironmentErrors = ['name_taken', 'limit_reached', 'conflict'] as const;

export const listEnvironments = endpoint({
  method: 'GET',
  path: base,
  summary: 'List the environments of a project, and those of the project above, by name',
  access: { organization: 'environments.read' },
  response: z.array(environmentSchema),
});

export const createEnvironment = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an environment',
  access: { organization: 'environments.write' },
  body: environmentInput,
  response: environmentSchema,
  status: 201,
  errors: createEnvironmentErrors,
  idempotent: true,
});

export const updateEnvironment = endpoint({
  method: 'PATCH',
  path: `${base}/{environmentId}`,
  summary: 'Change an environment; omitted fields stay unchanged',
  access: { organization: 'environments.write' },
  body: environmentChange,
  response: environmentSchema,
  errors: changeEnvironmentErrors,
});

export const deleteEnvironment = endpoint({
  method: 'DELETE',
  path: `${base}/{environmentId}`,
  summary: 'Delete an environment; runs that used it stay',
  access: { organization: 'environments.write' },
  response: 'nothing',
});
