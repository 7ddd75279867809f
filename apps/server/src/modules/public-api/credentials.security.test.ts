/** Tests that no response shows the credentials for a bot to people who cannot edit its suite. */
import {
  allEndpoints,
  type Endpoint,
  publicApi as endpoints,
  permissions,
  suites,
} from '@parley/contract';
import { parseSuite } from '@parley/suite';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FilledOrganization, fillOrganization } from '../../test/filled-organization.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { nameOf, validBody, validQuery } from '../../test/valid-requests.ts';

let app: TestApp;
let acme: FilledOrganization;

const credential = 's3cret-credential';
const source = `---
configuration:
  channel:
    kind: http
    url: https://bot.example/message
    headers:
      # X-Old: ${credential}
      Authorization: Bearer ${credential}
---
- test: Greeting
- hello: welcome
`;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  acme = await fillOrganization(app, 'Acme');
  const params = { suiteId: suiteId() };
  await acme.owner.call(suites.updateSuite, { params, body: { source } });
}, 120_000);
afterAll(() => app.close());

const suiteId = () => acme.holdings.suiteId ?? '';

const read = (token: string) =>
  app.call(endpoints.readSuite, { token, params: { suiteId: suiteId() } });

const readable = allEndpoints
  .filter(
    ({ access }) =>
      typeof access === 'object' && 'apiKey' in access && access.apiKey.endsWith('.read'),
  )
  .map((endpoint) => [nameOf(endpoint), endpoint as Endpoint] as const);

describe('a key that only reads', () => {
  it.each(readable)('learns no credential by %s', async (_, endpoint) => {
    const query = validQuery(endpoint, acme.holdings);
    const { status, text } = await app.call(endpoint, {
      token: acme.readingKey,
      params: acme.holdings as never,
      ...(query && { query: query as never }),
      ...(endpoint.method !== 'GET' && { body: validBody(endpoint, acme.holdings) as never }),
    });
    // The run never ends, so no gate can judge it.
    expect(status).toBe(endpoint.path.endsWith('/gate') ? 409 : 200);
    expect(text).not.toContain(credential);
  });

  it('reads the rest of a suite, every line in its place', async () => {
    const { body } = await read(acme.readingKey);
    expect(body.isMasked).toBe(true);
    expect(body.source.split('\n')).toHaveLength(source.split('\n').length);
    expect(parseSuite(body.source).suite.tests).toEqual(parseSuite(source).suite.tests);
  });

  it('reads a long suite in the same way', async () => {
    const long = source + '- more: more\n'.repeat(4_000);
    const params = { suiteId: suiteId() };
    await acme.owner.call(suites.updateSuite, { params, body: { source: long } });
    const { body } = await read(acme.readingKey);
    await acme.owner.call(suites.updateSuite, { params, body: { source } });
    expect(body.source).toContain('Authorization: "***"');
    expect(body.source).not.toContain(credential);
  });
});

it('are shown to a key that may edit', async () => {
  const { body } = await read(acme.key);
  expect(body).toMatchObject({ source });
  expect(body).not.toHaveProperty('isMasked');
});

it('are not written over by a masked text, by whatever call', async () => {
  const { body: masked } = await read(acme.readingKey);
  const { projectId } = acme.holdings;
  const params = { suiteId: suiteId() };
  const body = { source: masked.source };
  const answers = [
    await app.call(endpoints.writeSuite, { token: acme.key, params, body }),
    await app.call(endpoints.addSuite, {
      token: acme.key,
      body: { ...body, name: 'Copy', projectId: projectId ?? '' },
    }),
    await acme.owner.call(suites.updateSuite, { params, body }),
    await acme.owner.call(suites.importSuite, {
      body: {
        projectId: projectId ?? '',
        fileName: 'copy.yml',
        content: Buffer.from(masked.source).toString('base64'),
      },
    }),
  ];
  for (const { status, error } of answers) {
    expect(status).toBe(422);
    expect(error?.problems).toEqual([
      expect.objectContaining({ line: 8, message: expect.stringContaining('masked') }),
    ]);
  }
  expect((await read(acme.key)).body.source).toBe(source);
});

describe('a role that may not edit suites', () => {
  const table = permissions as unknown as Record<string, string[]>;
  const before = table['suites.write'] as string[];
  beforeAll(() => {
    table['suites.write'] = ['owner', 'admin'];
  });
  afterAll(() => {
    table['suites.write'] = before;
  });

  it('reads and downloads suites without credentials, and the files say so', async () => {
    const params = { suiteId: suiteId() };
    const shown = await acme.member.call(suites.getSuite, { params });
    expect(shown.body).toMatchObject({ isMasked: true });
    expect(shown.text).not.toContain(credential);
    for (const format of ['zip', 'excel'] as const) {
      const { userId, organizationId, token } = acme.member;
      const path = `/internal/v1/users/${userId}/organizations/${organizationId}/testsuites/${suiteId()}`;
      const response = await fetch(`${app.url}${path}/download?format=${format}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
      const all = Object.values(files)
        .map((bytes) => strFromU8(bytes))
        .join('\n');
      expect(all).not.toContain(credential);
      expect(all).toContain('are masked as ***');
      expect(all).toContain('welcome');
    }
  });
});
