/**
 * Checks that what a request makes the server store and return is proportional to the request, however much is already stored.
 */
import { allEndpoints, type Endpoint } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amplification, answerKindOf, storedKindOf } from './amplification.ts';
import { fillLargely, type LargeOrganization } from './large-organization.ts';
import { harmOf, largeRequests, type PreparedRequest } from './large-requests.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { nameOf } from './valid-requests.ts';

let app: TestApp;
let acme: LargeOrganization;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  acme = await fillLargely(app, 'Acme');
}, 120_000);

afterAll(() => app.close());

/** Returns the size of all rows as text in bytes, without the database's compression. */
async function storedBytes(): Promise<number> {
  const { rows: tables } = await app.platform.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  const sums = tables.map(({ name }) => `(select sum(octet_length(t::text)) from "${name}" t)`);
  const { rows } = await app.platform.db.execute<{ bytes: number }>(
    sql.raw(`select (${sums.map((sum) => `coalesce(${sum}, 0)`).join(' + ')})::float as bytes`),
  );
  return rows[0]?.bytes ?? 0;
}

interface Sent {
  status: number;
  sent: number;
  answered: number;
}

async function send({ url, body, ...request }: PreparedRequest): Promise<Sent> {
  const answer = await fetch(url, {
    ...request,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
  const answered = (await answer.arrayBuffer()).byteLength;
  return { status: answer.status, sent: url.length + (body?.length ?? 0), answered };
}

/** Sends the largest valid request, and then requests with one large part, until one succeeds. */
async function* sendLargely(endpoint: Endpoint): AsyncGenerator<Sent> {
  for (const request of largeRequests(app.url, endpoint, acme)) {
    const sent = await send(request);
    yield sent;
    if (sent.status < 400) return;
  }
}

const inOrder = allEndpoints.toSorted((a, b) => harmOf(a) - harmOf(b));

it('no request stores or is answered more than its kind may, whatever is stored', {
  timeout: 240_000,
}, async () => {
  const beyond: string[] = [];
  const answered = new Set<string>();
  let before = await storedBytes();
  for (const endpoint of inOrder) {
    const mayAnswer = amplification.answered[answerKindOf(endpoint)];
    const mayStore = amplification.stored[storedKindOf(endpoint)];
    for await (const { status, sent, answered: bytes } of sendLargely(endpoint)) {
      const after = await storedBytes();
      const stored = after - before;
      before = after;
      if (status < 400) answered.add(nameOf(endpoint));
      const what = `${nameOf(endpoint)} ${status} sent ${sent}, stored ${stored}, answered ${bytes}`;
      const isStoredTooMuch = stored > mayStore.times * sent + mayStore.bytesMax;
      const isAnsweredTooMuch = bytes > mayAnswer.times * sent + mayAnswer.bytesMax;
      if (isStoredTooMuch || isAnsweredTooMuch || status >= 500) beyond.push(what);
    }
  }
  expect(beyond).toEqual([]);
  // Otherwise, the requests were refused before anything was stored.
  expect(answered.size).toBeGreaterThan(100);
});
