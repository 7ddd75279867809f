import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { readInParts } from './read-in-parts.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

it.each([
  ['nothing', ''],
  ['a word', 'hello'],
  ['one part exactly', 'x'.repeat(65_536)],
  ['characters of several bytes and units', `${'x'.repeat(65_535)}😀${'é'.repeat(200_000)}end`],
])('reads %s as it is stored', async (_, text) => {
  const parts = await readInParts(app.platform.db, sql`select ${text}::text as text`);
  expect(Buffer.concat(parts ?? []).toString()).toBe(text);
  expect(Math.max(0, ...(parts ?? []).map(({ length }) => length))).toBeLessThanOrEqual(4 * 65_536);
});

it('distinguishes a missing row from an empty text', async () => {
  expect(await readInParts(app.platform.db, sql`select 'x' as text where false`)).toBeUndefined();
  expect(await readInParts(app.platform.db, sql`select '' as text`)).toEqual([]);
});
