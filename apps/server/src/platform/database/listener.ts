/** Listens for notifications on its own connection, and reconnects if the connection is lost. */
import pg from 'pg';
import type { Log } from '../observability/log.ts';
import type { OpenDatabase, Subscription } from './db.ts';
import type { OutageWatch } from './outage.ts';

export interface Listener {
  listen: OpenDatabase['listen'];
  close(): Promise<void>;
}

const reconnectAfterMs = 1000;

/** Interval of heartbeats, which detect a connection that died silently. */
const heartbeatEveryMs = 10_000;

export function startListener(databaseUrl: string, log: Log, outage: OutageWatch): Listener {
  const subscriptions = new Map<string, Set<Subscription>>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
      application_name: 'parley listener',
    });
    next.on('error', () => undefined);
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload }) => {
      for (const { onPayload } of subscriptions.get(channel) ?? []) onPayload(payload ?? '');
    });
    try {
      await next.connect();
      // Includes channels added while this runs: until `client` is set, nothing else subscribes them.
      for (const channel of subscriptions.keys()) await subscribe(next, channel);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return next.end();
    client = next;
    for (const known of subscriptions.values()) for (const { onConnect } of known) onConnect();
  }

  /**
   * Reconnects after a lost connection. A connection that never became `client` failed to connect, and the caller retries that.
   */
  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    connectLater();
  }

  function connectLater(): void {
    if (isClosed) return;
    retry = setTimeout(() => {
      connect().catch((error) => {
        log.warn({ err: outage.mark(error) }, 'Cannot listen to the database at the moment');
        connectLater();
      });
    }, reconnectAfterMs);
  }

  const heartbeat = setInterval(() => {
    const current = client;
    current?.query('select 1').catch(() => {
      void current.end().catch(() => undefined);
      lose(current);
    });
  }, heartbeatEveryMs);
  heartbeat.unref();

  // Shared by concurrent subscribers, so that only one connects.
  let ready: Promise<void> | undefined;

  return {
    async listen(channel, subscription) {
      ready ??= connect();
      await ready;
      const known = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, known.add(subscription));
      if (client !== undefined) await subscribe(client, channel);
      subscription.onConnect();
      return async () => {
        known.delete(subscription);
      };
    },
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

async function subscribe(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
