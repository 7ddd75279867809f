/** Starts real server processes on a separate database, which is dropped at the end. */
import { type ChaosProxy, startChaosProxy } from '@parley/server/testing/chaos-proxy';
import { createTestDatabase } from '@parley/server/testing/database-template';
import { findPostgresql } from '@parley/server/testing/find-postgresql';
import { freePort } from '@parley/server/testing/free-port';
import {
  lookIntoDatabase,
  type OpenDatabase,
  openDatabaseOf,
} from '@parley/server/testing/look-into-database';
import { type ServerProcess, startServerProcess } from '@parley/server/testing/server-process';
import type { Drill } from './drill.ts';

export type DatabaseKind = 'embedded' | 'postgresql';
type ProcessRole = 'all' | 'api' | 'worker';

/** A process that can be killed and started again at the same address. */
export interface Member {
  role: ProcessRole;
  url: string;
  /** Returns the current process, or the last one. */
  process(): ServerProcess;
  /** Stops the process if it is running, and starts a new one. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  kill(): Promise<void>;
}

export interface Cluster {
  members: Member[];
  environment: Record<string, string>;
  /** Proxy between the processes and PostgreSQL. */
  proxy: ChaosProxy | undefined;
  /** Runs a query and returns its rows. On the embedded database, this works only while no process is running. */
  query<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
}

interface ClusterOptions {
  database: DatabaseKind;
  roles: ProcessRole[];
  /** Addresses (`host:port`) that runs may reach. */
  reachable?: string[];
  environment?: Record<string, string>;
  /** Additional variables for a process, by its index in `roles`. */
  environmentOf?(index: number): Record<string, string>;
  hasProxy?: boolean;
  /** Default true; see startServerProcess. */
  isBuilt?: boolean;
  /** Called before the first process starts. */
  prepare?(environment: Record<string, string>): Promise<void>;
}

const postgresql = await findPostgresql();
// Databases that a drill creates outside the cluster use the same server.
if (postgresql.address) process.env.PARLEY_TEST_DATABASE_URL = postgresql.address;

/** Returns the databases that are available for drills. Without a PostgreSQL server, this is only the embedded one. */
export function databasesHere(): DatabaseKind[] {
  return postgresql.address ? ['postgresql', 'embedded'] : ['embedded'];
}

/** Ends a drill that needs PostgreSQL with a message and exit code 0 if it is not available. */
export function requirePostgresql(): void {
  if (postgresql.address) return;
  console.log(`Left out: ${postgresql.reason}.`);
  console.log(JSON.stringify({ leftOut: 'no PostgreSQL' }));
  process.exit(0);
}

/** Starts a cluster, which is stopped at the end of the drill. */
export async function startCluster(drill: Drill, options: ClusterOptions): Promise<Cluster> {
  const {
    database: kind,
    roles,
    reachable = [],
    prepare,
    hasProxy = false,
    isBuilt = true,
  } = options;
  process.env.PARLEY_TEST_DATABASE_URL = kind === 'embedded' ? '' : postgresql.address;
  const database = await createTestDatabase();
  drill.defer(() => database.drop());
  const environment: Record<string, string> = {
    ...database.environment,
    PARLEY_LOG_LEVEL: 'info',
    PARLEY_EGRESS_ALLOW: reachable.join(','),
    // All processes share these settings, as an operator of several processes would set them.
    PARLEY_PUBLIC_URL: 'http://parley.example.org',
    PARLEY_SECRET: 'a secret that only this drill uses, 32 bytes or more',
    ...options.environment,
  };
  await prepare?.(environment);
  const proxy = hasProxy ? await proxyBefore(environment) : undefined;
  if (proxy) drill.defer(() => proxy.close());
  const members: Member[] = [];
  drill.defer(async () => {
    for (const member of members) {
      const { child, output, end } = member.process();
      // The process exited on its own.
      if (child.exitCode !== null && child.exitCode !== 0) console.log(lastLines(output()));
      await end('SIGKILL');
    }
  });
  for (const [index, role] of roles.entries())
    members.push(
      await startMember(role, isBuilt, {
        ...environment,
        ...proxied(proxy, environment),
        ...options.environmentOf?.(index),
      }),
    );
  return { members, environment, proxy, query: await openQuery(drill, kind, environment) };
}

/** Number of log lines shown if a process exits early. */
const linesShown = 60;

/** Timeout in milliseconds. Totals over all the data of a drill take longer than the queries of a request. */
const queryTimeoutMs = 120_000;

async function openQuery(
  drill: Drill,
  kind: DatabaseKind,
  environment: Record<string, string>,
): Promise<Cluster['query']> {
  const ask = async (database: OpenDatabase, text: string, values: unknown[]) => {
    const question = { text, values, query_timeout: queryTimeoutMs };
    return (await database.pool.query(question)).rows;
  };
  if (kind === 'embedded')
    return (text, values = []) =>
      lookIntoDatabase(environment, (database) => ask(database, text, values));
  const database = await openDatabaseOf(environment);
  drill.defer(() => database.close());
  return (text, values = []) => ask(database, text, values);
}

function lastLines(output: string): string {
  return output.split('\n').slice(-linesShown).join('\n');
}

async function startMember(
  role: ProcessRole,
  isBuilt: boolean,
  environment: Record<string, string>,
): Promise<Member> {
  const own = { ...environment, PORT: String(await freePort()) };
  const start = () => startServerProcess(own, role, { isBuilt });
  let current = await start();
  return {
    role,
    url: current.url,
    process: () => current,
    async restart(signal = 'SIGKILL') {
      await current.end(signal);
      current = await start();
    },
    kill: () => current.end('SIGKILL'),
  };
}

function proxyBefore(environment: Record<string, string>): Promise<ChaosProxy> {
  const { hostname, port } = new URL(environment.DATABASE_URL ?? '');
  return startChaosProxy({ host: hostname, port: Number(port || 5432) });
}

function proxied(
  proxy: ChaosProxy | undefined,
  { DATABASE_URL = '' }: Record<string, string>,
): Record<string, string> {
  if (proxy === undefined) return {};
  const url = new URL(DATABASE_URL);
  url.host = `127.0.0.1:${proxy.port}`;
  return { DATABASE_URL: url.href };
}
