import { deploySchema, suiteSchema, testingJsonSchema } from '@parley/suite/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it.each([
  ['suite', suiteSchema],
  ['testing', testingJsonSchema],
  ['parley.config', deploySchema],
])('serves the schema %s to editors without a key', async (name, schema) => {
  const answer = await fetch(`${server.url}/schema/${name}.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/schema+json');
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(schema())));
});

it('has no other schema', async () => {
  expect((await fetch(`${server.url}/schema/users.json`)).status).toBe(404);
});
