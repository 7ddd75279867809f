import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import type { RequestRates } from '../config/config.ts';
import type { Database } from '../database/db.ts';
import { createHostPaces, type IsProven, type PaceOf } from './host-paces.ts';
import { createReachedAddresses } from './reached-addresses.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});
afterAll(() => app.close());

const never = { isStopped: () => false, throwIfStopped() {}, whenStopped: () => () => {} };

const off: RequestRates = { host: null, proven: null, address: null, granted: null };

interface Worker {
  rates: Partial<RequestRates>;
  isProven?: IsProven;
  /** Addresses of hosts on port 443. */
  at?: Record<string, string>;
}

/** Creates the paces of one worker, and counts its statements. */
function startWorker({ rates, isProven = async () => false, at = {} }: Worker) {
  let statements = 0;
  const { db, log } = app.platform;
  const counted = new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'execute') statements += 1;
      return Reflect.get(target, name, receiver);
    },
  }) as Database;
  const reached = createReachedAddresses();
  for (const [host, address] of Object.entries(at)) reached.note({ host, port: 443, address });
  const paceOf = createHostPaces({
    ...{ db: counted, log, reached, isProven },
    rates: { ...off, ...rates },
  });
  return { paceOf, statements: () => statements };
}

interface Asking {
  by?: string;
  host: string;
  times: number;
}

/** Sends requests and returns the times at which they were allowed, in the order of permission. */
async function ask(paceOf: PaceOf, { by = 'acme', host, times }: Asking): Promise<number[]> {
  const pace = paceOf({ db: app.platform.db, organizationId: by });
  const moments: number[] = [];
  await Promise.all(
    Array.from({ length: times }, async () => {
      await pace.take(host, never);
      moments.push(performance.now());
    }),
  );
  return moments;
}

/** Returns the highest number of requests within a second. */
function mostInASecond(moments: number[]): number {
  const sorted = moments.toSorted((a, b) => a - b);
  return Math.max(
    ...sorted.map((from, index) => sorted.slice(index).filter((at) => at < from + 1000).length),
  );
}

/**
 * Expected maximum of requests per second, with a margin: requests are reserved per quarter of a second, and reserved ones may
 * be sent late.
 */
const withMargin = (perSecond: number, workers = 1) => perSecond * (1 + 0.5 * workers);

describe('the budget of a host', () => {
  it('is one for all organizations and all workers, and costs a few statements a second', async () => {
    const workers = [startWorker({ rates: { host: 40 } }), startWorker({ rates: { host: 40 } })];
    const from = performance.now();
    const moments = await Promise.all(
      workers.map(({ paceOf }, index) =>
        ask(paceOf, { by: `organization ${index}`, host: 'shared.example:443', times: 60 }),
      ),
    );
    expect(mostInASecond(moments.flat())).toBeLessThanOrEqual(withMargin(40, 2));
    expect(performance.now() - from).toBeGreaterThan(2000);
    // The sum counts concurrent waits separately.
    const metric = await register.getSingleMetric('parley_host_wait_seconds_total')?.get();
    expect(metric?.values[0]?.value).toBeGreaterThan(60);
    expect(workers.reduce((sum, { statements }) => sum + statements(), 0)).toBeLessThanOrEqual(16);
  });

  it('goes round the organizations that wait for it', async () => {
    const { paceOf } = startWorker({ rates: { host: 40 } });
    const many = ask(paceOf, { by: 'many', host: 'round.example:443', times: 60 });
    const [last = 0] = (
      await ask(paceOf, { by: 'one', host: 'round.example:443', times: 2 })
    ).slice(-1);
    const others = await many;
    expect(others.filter((at) => at < last).length).toBeLessThan(20);
  });

  it('is larger, and its own, for an organization that has proven the host at its address', async () => {
    const proof = { host: 'proven.example:443', address: '192.0.46.9' };
    const { paceOf } = startWorker({
      rates: { host: 4, proven: 1000 },
      at: { 'proven.example': '192.0.46.9', 'moved.example': '192.0.46.10' },
      isProven: async ({ organizationId }, host, address) =>
        organizationId === 'owner' && (host === proof.host) === (address === proof.address),
    });
    const [strangers, owners] = await Promise.all([
      ask(paceOf, { by: 'stranger', host: proof.host, times: 9 }),
      ask(paceOf, { by: 'owner', host: proof.host, times: 200 }),
    ]);
    expect(mostInASecond(strangers)).toBeLessThanOrEqual(withMargin(4));
    expect(owners.at(-1)).toBeLessThan(strangers.at(-1) ?? 0);
  });

  it('has a ceiling for all names of one address, and none where the operator opened the address', async () => {
    const names = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`n${index}.example`, '192.0.46.9']),
    );
    const { paceOf } = startWorker({
      rates: { host: 1000, address: 20 },
      at: { ...names, 'bot.internal': '10.1.2.3' },
    });
    const moments = await Promise.all(
      Object.keys(names).map((name) => ask(paceOf, { host: `${name}:443`, times: 2 })),
    );
    expect(mostInASecond(moments.flat())).toBeLessThanOrEqual(withMargin(20));
    for (const host of ['bot.internal:443', '127.0.0.1:3001', '[::1]:3001'])
      await ask(paceOf, { host, times: 2000 });
  });

  it('does not delay a run that is stopped', async () => {
    const { paceOf } = startWorker({ rates: { host: 0.001 } });
    const pace = paceOf({ db: app.platform.db, organizationId: 'acme' });
    const hangUps: (() => void)[] = [];
    const stop = {
      ...never,
      whenStopped(hangUp: () => void) {
        hangUps.push(hangUp);
        return () => {};
      },
    };
    await pace.take('slow.example:443', stop);
    const waiting = Promise.all([1, 2].map(() => pace.take('slow.example:443', stop)));
    await vi.waitFor(() => expect(hangUps.length).toBeGreaterThanOrEqual(4));
    for (const hangUp of hangUps) hangUp();
    await waiting;
  });
});
