import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mountErrorsEdge } from '../http/errors-edge.ts';
import { createExports, type ReadPage } from './exports.ts';

let app: FastifyInstance;
let arrived = 0;

/** Organizations or users in the order in which their files were started. */
const begun: string[] = [];

afterEach(() => app.close());

type Read = (page: number) => Promise<string>;

/** Serves files of three pages at `/ORGANIZATION`, at most two at a time and one per organization. */
async function serve(read: Read, waitMs = 300): Promise<string> {
  const exports = createExports({
    files: { atOnce: 2, atOncePerParty: 1, waitMs },
    pages: { atOnce: 1, atOncePerParty: 1, waitMs: 60_000 },
  });
  async function* write(readPage: ReadPage) {
    yield 'head\n';
    for (const page of [1, 2, 3]) yield await readPage(() => read(page));
  }
  app = Fastify();
  mountErrorsEdge(app);
  app.addHook('preHandler', async () => {
    arrived += 1;
  });
  app.get<{ Params: { organization: string }; Querystring: { by: string } }>(
    '/:organization',
    ({ params, query }) => {
      const by = { organizationId: params.organization, actor: { userId: query.by } };
      return exports.stream(by, (readPage) => {
        begun.push(query.by);
        return write(readPage);
      });
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

const whole = 'head\n1\n2\n3\n';
const text = async (page: number) => `${page}\n`;

describe('exports', () => {
  it('wait for a place, and are told when to come back if none becomes free', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await serve((page) => gate.promise.then(() => text(page)));
    const first = await fetch(`${url}/acme`);
    const refused = await fetch(`${url}/acme`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
    const other = await fetch(`${url}/other`);
    expect(other.status).toBe(200);
    gate.resolve();
    expect([await first.text(), await other.text()]).toEqual([whole, whole]);
    expect(await (await fetch(`${url}/acme`)).text()).toBe(whole);
  });

  it('start in turns of the people of an organization, however many each requested', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await serve((page) => gate.promise.then(() => text(page)), 30_000);
    begun.length = 0;
    arrived = 0;
    const files = ['ann', 'ann', 'ann'].map((by) => fetch(`${url}/acme?by=${by}`));
    await expect.poll(() => arrived).toBe(3);
    files.push(fetch(`${url}/acme?by=bob`));
    await expect.poll(() => arrived).toBe(4);
    gate.resolve();
    for (const file of files) expect(await (await file).text()).toBe(whole);
    expect(begun).toEqual(['ann', 'bob', 'ann', 'ann']);
  });

  it('continue after the database was unavailable for a moment', async () => {
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const read = vi.fn(text).mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    const url = await serve(read);
    expect(await (await fetch(`${url}/acme`)).text()).toBe(whole);
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('are cut off by any other failure, never ended as if they were complete', async () => {
    const url = await serve(async (page) => {
      if (page === 2) throw new Error('A mistake');
      return text(page);
    });
    const answer = await fetch(`${url}/acme`);
    await expect(answer.text()).rejects.toThrow();
  });

  it('give their place back when somebody hangs up, also before the file began', async () => {
    const gate = Promise.withResolvers<void>();
    const url = await serve((page) => gate.promise.then(() => text(page)), 30_000);
    const hangUp = new AbortController();
    await fetch(`${url}/acme`, { signal: hangUp.signal });
    const waiting = fetch(`${url}/acme`, { signal: hangUp.signal }).catch(() => undefined);
    const patient = fetch(`${url}/acme`);
    hangUp.abort();
    await waiting;
    gate.resolve();
    expect(await (await patient).text()).toBe(whole);
  });
});
