/** Simulates a reader who follows the documents, with a server, bots, an account and a project. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRun, untilEnded } from '../apps/server/src/test/bot-suite.ts';
import { foundOrganization } from '../apps/server/src/test/found-organization.ts';
import { freePort } from '../apps/server/src/test/free-port.ts';
import type { Member } from '../apps/server/src/test/tenant.ts';
import { startTestStripe, type TestStripe } from '../apps/server/src/test/test-stripe.ts';
import { apiKeys, projects, suites } from '../packages/contract/src/index.ts';
import { type Place, type Serving, serve, type } from './reader-shell.ts';

export interface Reader {
  url: string;
  owner: Member;
  /** An API key. */
  key: string;
  /** A suite of the demo bot. */
  suiteId: string;
  stripe: TestStripe;
  ports: Ports;
  /** Returns the server's output so far, including links from emails that are not sent. */
  printed(): string;
  /** Folder for the reader's files. */
  home: string;
  checkout: Place;
  /** Returns a project in which `parley` is installed. */
  project(environment?: Record<string, string>): Place;
  /** Replaces example values with the reader's values. */
  filledIn(text: string): string;
  /** Starts a command that runs until the reader leaves. */
  serve(command: string, place: Place, sign: RegExp): Promise<Serving>;
  /** Stores a suite and returns its id. Like every new suite, it tests the demo bot, unless its text says otherwise. */
  storeSuite(name: string, source?: string, platform?: 'webchat' | 'phone'): Promise<string>;
  /** Runs the suite. @returns the final status of the run */
  run(suiteId: string): Promise<string>;
  leave(): Promise<void>;
}

type Ports = Record<(typeof servers)[number], number>;

const servers = [
  'parley',
  'demoBot',
  'otherBot',
  'eliza',
  'orders',
  'nextOrders',
  'line',
  'api',
] as const;

/** Starts one server with the combined settings of all `npm start` commands, and signs up. */
export async function startReader(commands: string[]): Promise<Reader> {
  const home = mkdtempSync(join(tmpdir(), 'parley-reader-'));
  const ports = await freePorts();
  const checkout: Place = {
    folder: fileURLToPath(new URL('..', import.meta.url)),
    environment: {
      PORT: `${ports.parley}`,
      PARLEY_DATA_DIR: join(home, 'data'),
      PARLEY_DEMO_BOT_PORT: `${ports.demoBot}`,
    },
  };
  const stripe = await startTestStripe();
  const examples = examplesOf(ports, home, stripe);
  const filledIn = (text: string) =>
    [...examples].reduce((filled, [example, own]) => filled.replaceAll(example, own), text);
  // The server must trust the certificate that this command creates.
  for (const text of commands.filter((one) => one.startsWith('openssl req')))
    await type(filledIn(text), checkout);
  const starts = commands.filter((text) => text.endsWith(' npm start')).map(filledIn);
  const environment = {
    ...checkout.environment,
    ...stripe.settings,
    // The documents' bots run on this machine. The hosted edition, which Stripe implies, could not reach them by default.
    PARLEY_EGRESS_NEW: 'all',
    ...inOne(starts),
  };
  const server = await serve('npm start', { ...checkout, environment }, /Parley serves at/);
  const serving = [server];
  const url = `http://localhost:${ports.parley}`;
  const owner = await foundOrganization(url, 'nora@acme.example');
  const { body: made } = await owner.call(apiKeys.createApiKey, { body: { name: 'Reader' } });
  const storeSuite: Reader['storeSuite'] = async (name, source, platform = 'webchat') => {
    const { body } = await owner.call(projects.createProject, {
      body: { name: `Of ${name} ${randomUUID().slice(0, 8)}` },
    });
    const stored = await owner.call(suites.createSuite, {
      body: { name, projectId: body.id, platform, ...(source !== undefined && { source }) },
    });
    return stored.body.id;
  };
  const suiteId = await storeSuite('Opening hours');
  examples.set('7qkWz0xJ3vYh2m4nPq8RtA', suiteId).set('<suite id>', suiteId);
  examples.set('parley_…', made.key).set('…', 'example');
  mkdirSync(join(home, 'project'));
  return {
    ...{ url, owner, key: made.key, suiteId, stripe, ports, home, checkout, filledIn, storeSuite },
    printed: server.output,
    project: (more = {}) => ({
      folder: join(home, 'project'),
      environment: withParley(home, more),
    }),
    async serve(command, place, sign) {
      const started = await serve(command, place, sign);
      serving.push(started);
      return started;
    },
    async run(id) {
      return (await untilEnded(owner, (await startRun(owner, id)).id, 90_000)).status;
    },
    async leave() {
      await Promise.all(serving.map((one) => one.stop()));
      await stripe.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Extracts the name and value of each setting in a line. */
export function settingsIn(text: string): [string, string][] {
  const found = text.matchAll(/([A-Z][A-Z0-9_]*)=('[^']*'|\S+)/g);
  return [...found].map(([, name = '', value = '']) => [name, value.replaceAll("'", '')]);
}

/** Merges the settings of several lines; different values of one setting become a list. */
function inOne(lines: string[]): Record<string, string> {
  const byName = Map.groupBy(lines.flatMap(settingsIn), ([name]) => name);
  const valuesOf = (pairs: [string, string][]) => [...new Set(pairs.map(([, value]) => value))];
  return Object.fromEntries([...byName].map(([name, pairs]) => [name, valuesOf(pairs).join(',')]));
}

function examplesOf(ports: Ports, home: string, stripe: TestStripe): Map<string, string> {
  return new Map([
    ['127.0.0.1:3001', `127.0.0.1:${ports.demoBot}`],
    ['127.0.0.1:4010', `127.0.0.1:${ports.otherBot}`],
    ['127.0.0.1:4020', `127.0.0.1:${ports.eliza}`],
    ['--port 4020', `--port ${ports.eliza}`],
    ['127.0.0.1:4030', `127.0.0.1:${ports.orders}`],
    ['--port 4030', `--port ${ports.orders}`],
    ['127.0.0.1:4031', `127.0.0.1:${ports.nextOrders}`],
    ['--port 4031', `--port ${ports.nextOrders}`],
    ['--port 4010', `--port ${ports.otherBot}`],
    ['127.0.0.1:5080', `127.0.0.1:${ports.line}`],
    ['https://parley.example.com', `http://localhost:${ports.parley}`],
    ['https://bot.example/message', `http://127.0.0.1:${ports.otherBot}/message`],
    ['=host:port', '=bot.internal:8080'],
    ['key.pem', join(home, 'key.pem')],
    ['cert.pem', join(home, 'cert.pem')],
    ['parley.backup', join(home, 'parley.backup')],
    ['AC…', `AC${'0'.repeat(32)}`],
    ['startup=price_…,contact-centers=price_…', stripe.settings.PARLEY_STRIPE_PRICES ?? ''],
  ]);
}

/** Returns an environment in which `parley` is on the path, as after `npm install`, with a recent enough Node. */
const withParley = (home: string, more: Record<string, string>) => ({
  PATH: [join(home, 'project/node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(
    ':',
  ),
  ...more,
});

async function freePorts(): Promise<Ports> {
  const pairs: [string, number][] = [];
  for (const name of servers) pairs.push([name, await freePort()]);
  return Object.fromEntries(pairs) as Ports;
}
