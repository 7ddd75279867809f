import { environments as endpoints, environmentsMax, projects, publicApi } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../test/filled-organization.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { findEnvironment } from './environments.queries.ts';
import { openSecrets } from './sealed-secrets.ts';

let app: TestApp;
let acme: Tenant;
let ada: Member;
let member: Member;
let stranger: Member;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  acme = await createTenant(app);
  ada = acme.owner;
  member = await acme.add('member');
  stranger = (await createTenant(app, { name: 'Other' })).owner;
});

afterAll(() => app.close());

async function createProject(parentProjectId?: string): Promise<string> {
  const body = { name: `Shop ${++made}`, ...(parentProjectId && { parentProjectId }) };
  return (await ada.call(projects.createProject, { body })).body.id;
}

const token = 'tok-3n-4711-abcdef';
const staging = {
  name: 'Staging',
  variables: { api: 'https://staging.example' },
  secrets: { token },
};

async function create(projectId: string, body: object = staging) {
  const answer = await ada.call(endpoints.createEnvironment, {
    params: { projectId },
    body: body as typeof staging,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

const stored = async (id: string) => {
  const row = await findEnvironment(
    { db: app.platform.db, organizationId: acme.organizationId },
    id,
  );
  if (!row) throw new Error('There is no such environment');
  return row;
};

describe('creating an environment', () => {
  it('answers with its variables and the names of its secrets, which are stored sealed', async () => {
    const environment = await create(await createProject());
    expect(environment).toMatchObject({
      name: 'Staging',
      variables: staging.variables,
      secrets: [{ name: 'token' }],
      version: 1,
    });
    expect(JSON.stringify(environment)).not.toContain(token);
    const row = await stored(environment.id);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(openSecrets(app.platform.config.secret, row)).toEqual({ token });
  });

  it('seals a secret for its environment and name alone', async () => {
    const projectId = await createProject();
    const row = await stored((await create(projectId)).id);
    const other = await stored((await create(projectId, { ...staging, name: 'Other' })).id);
    const { secret } = app.platform.config;
    expect(() => openSecrets(secret, { ...other, secrets: row.secrets })).toThrow();
    const renamed = { other: row.secrets.token as (typeof row.secrets)[string] };
    expect(() => openSecrets(secret, { ...row, secrets: renamed })).toThrow();
  });

  it.each([
    [{ name: '' }, 'Enter a name'],
    [{ variables: { 'a b': 'x' } }, 'variables'],
    [{ variables: { conversationId: 'x' } }, 'is reserved'],
    [{ variables: { a: 'x'.repeat(4001) } }, 'At most 4,000'],
    [
      {
        variables: Object.fromEntries(
          Array.from({ length: 17 }, (_, at) => [`a${at}`, 'x'.repeat(4000)]),
        ),
      },
      '64 KiB',
    ],
    [
      { variables: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}`, 'x'])) },
      'At most 100',
    ],
    [{ secrets: { token: 'short-1' } }, 'at least 8 characters'],
  ])('refuses %j', async (change, message) => {
    const projectId = await createProject();
    const answer = await ada.call(endpoints.createEnvironment, {
      params: { projectId },
      body: { ...staging, ...change } as typeof staging,
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
    expect(answer.text).not.toContain('short-1');
  });

  it('refuses a name that the project has, whatever its case', async () => {
    const projectId = await createProject();
    await create(projectId);
    const answer = await ada.call(endpoints.createEnvironment, {
      params: { projectId },
      body: { ...staging, name: 'STAGING' },
    });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'name_taken' } } });
  });

  it('refuses more environments than a project may have, even at the same time', async () => {
    const projectId = await createProject();
    const answers = await Promise.all(
      Array.from({ length: environmentsMax + 2 }, (_, at) =>
        ada.call(endpoints.createEnvironment, {
          params: { projectId },
          body: { ...staging, name: `E ${at}` },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    for (const { text } of refused) expect(text).toContain('limit_reached');
  });

  it('is for owners and administrators, and for programs with a key of theirs', async () => {
    const projectId = await createProject();
    const params = { projectId };
    expect((await member.call(endpoints.createEnvironment, { params, body: staging })).status).toBe(
      403,
    );
    expect(
      (await stranger.call(endpoints.createEnvironment, { params, body: staging })).status,
    ).toBe(404);
    const { key } = await createKey(ada);
    const made = await app.call(publicApi.addEnvironment, { params, body: staging, token: key });
    expect(made.status).toBe(201);
    const read = await app.call(publicApi.readEnvironments, { params, token: key });
    expect(read.body).toMatchObject([{ name: 'Staging', secrets: [{ name: 'token' }] }]);
  });
});

describe('listing environments', () => {
  it('includes those of the project above, unless the sub-project has its own', async () => {
    const above = await createProject();
    const below = await createProject(above);
    await create(above, { name: 'Staging', variables: { of: 'above' } });
    await create(above, { name: 'Production', variables: { of: 'above' } });
    await create(below, { name: 'staging', variables: { of: 'below' } });
    const { body } = await member.call(endpoints.listEnvironments, {
      params: { projectId: below },
    });
    expect(body.map(({ name, variables }) => [name, variables.of])).toEqual([
      ['Production', 'above'],
      ['staging', 'below'],
    ]);
  });
});

describe('changing an environment', () => {
  it('keeps what is left out, sets and deletes secrets, and counts its versions', async () => {
    const projectId = await createProject();
    const { id: environmentId } = await create(projectId);
    const params = { projectId, environmentId };
    const first = await ada.call(endpoints.updateEnvironment, {
      params,
      body: { secrets: { other: 'another-secret' }, version: 1 },
    });
    expect(first.body).toMatchObject({
      name: 'Staging',
      variables: staging.variables,
      secrets: [{ name: 'other' }, { name: 'token' }],
      version: 2,
    });
    const second = await ada.call(endpoints.updateEnvironment, {
      params,
      body: { name: 'Stage', variables: { b: 'c' }, secrets: { token: null } },
    });
    expect(second.body).toMatchObject({
      name: 'Stage',
      variables: { b: 'c' },
      secrets: [{ name: 'other' }],
      version: 3,
    });
    const { secret } = app.platform.config;
    expect(openSecrets(secret, await stored(environmentId))).toEqual({ other: 'another-secret' });
    const late = await ada.call(endpoints.updateEnvironment, {
      params,
      body: { name: 'Late', version: 1 },
    });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  it('finds it in its own project only', async () => {
    const { id: environmentId } = await create(await createProject());
    const params = { projectId: await createProject(), environmentId };
    const body = { name: 'X' };
    expect((await ada.call(endpoints.updateEnvironment, { params, body })).status).toBe(404);
    expect((await ada.call(endpoints.deleteEnvironment, { params })).status).toBe(404);
  });

  it('is in the audit log by the names of secrets, never their values', async () => {
    const { rows } = await app.platform.db.execute<{ text: string }>(
      sql`select to_jsonb(t)::text as text from audit_entries t where action like 'environment.%'`,
    );
    const texts = rows.map(({ text }) => text).join('\n');
    expect(texts).toContain('secrets set: other');
    expect(texts).toContain('secrets deleted: token');
    expect(texts).not.toContain(token);
    expect(texts).not.toContain('another-secret');
  });
});

it('an environment is deleted, and with its project', async () => {
  const projectId = await createProject();
  const { id: environmentId } = await create(projectId);
  const kept = await create(projectId, { ...staging, name: 'Kept' });
  const params = { projectId, environmentId };
  expect((await member.call(endpoints.deleteEnvironment, { params })).status).toBe(403);
  expect((await ada.call(endpoints.deleteEnvironment, { params })).status).toBe(204);
  expect((await ada.call(endpoints.deleteEnvironment, { params })).status).toBe(404);
  expect((await ada.call(projects.deleteProject, { params: { projectId } })).status).toBe(204);
  const scope = { db: app.platform.db, organizationId: acme.organizationId };
  expect(await findEnvironment(scope, kept.id)).toBeUndefined();
});
