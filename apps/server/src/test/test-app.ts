/** The real server for tests, on a free port and with its own database. */
import { constants } from 'node:os';
import { type Endpoint, identity } from '@parley/contract';
import { startApi } from '../api.ts';
import { users } from '../db/schema/index.ts';
import { jobs } from '../jobs.ts';
import { issueSignInToken } from '../modules/identity/identity.ts';
import { readConfig } from '../platform/config/config.ts';
import { createLog, type Log } from '../platform/observability/log.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startPresence } from '../platform/presence.ts';
import { newId } from '../platform/security/ids.ts';
import { startWorker } from '../worker.ts';
import { callApi, type TestAnswer, type TestCall } from './call-api.ts';
import { createTestDatabase } from './database-template.ts';
import { freePort } from './free-port.ts';

export interface TestAppOptions {
  /** Environment variables that override the settings of tests. */
  settings?: Record<string, string>;
  /** False to run no worker: runs stay queued, and emails stay in the outbox. Default true. */
  hasWorker?: boolean;
  /** Addresses (`host:port`) that runs may reach, such as a test's bot. */
  reachable?: string[];
  /** Log to use instead of standard output. */
  log?: Log;
}

export interface TestPerson {
  name?: string;
  email?: string;
  /** Default true. */
  emailVerified?: boolean;
  /** True if the user has proven control of the mailbox. Default: `emailVerified`. */
  isEmailProven?: boolean;
}

export interface TestUser {
  userId: string;
  token: string;
  email: string;
}

export interface TestApp {
  url: string;
  platform: Platform;
  signUp(person?: TestPerson): Promise<TestUser>;
  /** Calls an endpoint as a client would. */
  call<const E extends Endpoint>(endpoint: E, call: TestCall<E>): Promise<TestAnswer<E>>;
  close(): Promise<void>;
}

const settingsOfTests = {
  HOST: '127.0.0.1',
  // The edition that the specification describes, with trials, quotas and banners.
  PARLEY_EDITION: 'hosted',
  PARLEY_RATE_LIMITS: 'off',
  PARLEY_DEMO_BOT: 'off',
  PARLEY_EGRESS_NEW: 'all',
  // Nothing listens here, so emails stay unchanged in the outbox, where tests read them.
  SMTP_URL: 'smtp://127.0.0.1:9',
  PARLEY_LOG_LEVEL: process.env.PARLEY_TEST_LOG_LEVEL ?? 'error',
};

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const port = String(await freePort());
  const config = readConfig({
    ...settingsOfTests,
    ...database.environment,
    PORT: port,
    ...options.settings,
  });
  const hasWorker = options.hasWorker ?? true;
  const platform = await startPlatform({
    config,
    log: options.log ?? createLog(config.logLevel),
    jobs,
    // With low priority, the pool would get almost no CPU time while other test files run.
    poolLimits: { priority: constants.priority.PRIORITY_NORMAL },
  });
  const presence = hasWorker ? await startPresence(platform, 'all') : undefined;
  const worker = hasWorker ? await startWorker(platform, options.reachable ?? []) : undefined;
  const api = await startApi(platform);
  return {
    url: api.url,
    platform,
    signUp: (person) => signUp(api.url, platform, person),
    call: (endpoint, call) => callApi(api.url, endpoint, call),
    async close() {
      await api.close();
      await worker?.close();
      await presence?.close();
      await platform.close();
      await database.drop();
    },
  };
}

let people = 0;

/** Creates an account without a password, because hashing takes 100 ms, and signs in with a custom token. */
async function signUp(
  url: string,
  { db }: Platform,
  {
    name = 'Ada Lovelace',
    email = `person-${++people}@example.org`,
    emailVerified = true,
    isEmailProven = emailVerified,
  }: TestPerson = {},
): Promise<TestUser> {
  const userId = newId();
  await db.insert(users).values({
    ...{ id: userId, name, email, emailVerified },
    emailProvenAt: isEmailProven ? new Date() : null,
  });
  const body = { token: await issueSignInToken(db, userId) };
  const signedIn = await callApi(url, identity.signInWithToken, { body });
  return { userId, token: signedIn.body.token, email };
}
