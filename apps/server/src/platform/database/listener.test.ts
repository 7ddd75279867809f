import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChaosProxy, startChaosProxy } from '../../test/chaos-proxy.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import type { TestDatabase } from '../../test/postgresql-database.ts';
import { createLog } from '../observability/log.ts';
import { type Listener, startListener } from './listener.ts';
import { watchOutage } from './outage.ts';

describe.runIf(process.env.PARLEY_TEST_DATABASE_URL)('what listens to the database', () => {
  let database: TestDatabase;
  let proxy: ChaosProxy;
  let listener: Listener;
  let other: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.environment.DATABASE_URL ?? '');
    other = new pg.Client({ connectionString: url.href });
    await other.connect();
    proxy = await startChaosProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    const log = createLog('error');
    listener = startListener(
      url.href,
      log,
      watchOutage(log, async () => undefined),
    );
  });

  afterAll(async () => {
    vi.restoreAllMocks();
    await listener.close();
    await proxy.close();
    await other.end();
    await database.drop();
  });

  /** Swallows the next query on its way to the database. Resolves when it was sent. */
  function silenceNextQuestion(): Promise<void> {
    const { query } = pg.Client.prototype;
    return new Promise((resolve) => {
      vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(function silenced(
        this: pg.Client,
        ...question: unknown[]
      ) {
        proxy.set('swallow');
        const answer: unknown = Reflect.apply(query, this, question);
        setTimeout(resolve, 500);
        return answer;
      });
    });
  }

  it('retries if it could connect, but its request to listen was lost', async () => {
    const heard: string[] = [];
    const onPayload = (payload: string) => heard.push(payload);
    const onConnect = vi.fn();
    await listener.listen('first', { onPayload, onConnect });
    await listener.listen('second', { onPayload, onConnect: () => undefined });
    const isSilenced = silenceNextQuestion();
    proxy.set('reset');
    proxy.set('through');
    await isSilenced;
    proxy.set('through');
    // Earlier than the heartbeat would notice.
    await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(2), 6000);
    await other.query("select pg_notify('first', 'one'), pg_notify('second', 'two')");
    await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), 5000);
  });
});
