/**
 * Runs the commands in the documents as a reader would. Every command of README.md and docs/ is a row in one of the tables
 * below: it runs against a real server with real bots, or the row says why not.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { untilEnded } from '../apps/server/src/test/bot-suite.ts';
import { callApi } from '../apps/server/src/test/call-api.ts';
import { findPostgresql } from '../apps/server/src/test/find-postgresql.ts';
import { lookIntoDatabase } from '../apps/server/src/test/look-into-database.ts';
import {
  createEmptyPostgresql,
  type TestDatabase,
} from '../apps/server/src/test/postgresql-database.ts';
import { tellStripeEvent } from '../apps/server/src/test/test-stripe.ts';
import { hasPrograms } from '../examples/mock-ivr/src/has-programs.ts';
import {
  billing,
  devices,
  identity,
  monitoring,
  runs,
  suites,
} from '../packages/contract/src/index.ts';
import { documentedCommands } from './documented-commands.ts';
import { type Reader, settingsIn, startReader } from './reader.ts';
import { type Place, type Serving, type } from './reader-shell.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

interface Row {
  /** The command itself, or a pattern that it matches. */
  command: string | RegExp;
}

interface Run extends Row {
  act(typed: string): Promise<unknown>;
  /** True if the machine lacks something that the command needs. */
  isImpossible?: boolean;
}

interface NotRun extends Row {
  reason: string;
}

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const commands = [...new Set(documentedCommands().map(({ text }) => text))];

const { address: postgresql } = await findPostgresql();
/** The browser that the tests found or installed; if undefined, the command line finds one itself. */
const browser = process.env.CHROMIUM_PATH;
const hasBrowser = browser !== undefined || hasPrograms('chromium');
const hasSpeech = hasPrograms('flite', 'pocketsphinx_batch');

let reader: Reader;
let database: TestDatabase | undefined;
let runId = '';
let agent: Serving | undefined;
let projectId = '';
/** Run of the worse version of an agent. */
let gated = '';
/** Addresses of two versions of an agent, in the order in which they were started. */
const versions: string[] = [];

/** Returns an action that runs the command to its end in a place and expects its output to contain these texts. */
const prints =
  (place: () => Place, ...expected: string[]) =>
  async (typed: string) => {
    const output = await type(typed, place());
    for (const text of expected) expect(output).toContain(text);
  };

const inCheckout = () => reader.checkout;
const inProject = () => reader.project();
const inHome = (): Place => ({
  folder: reader.home,
  ...(browser !== undefined && { environment: { PARLEY_BROWSER: browser } }),
});

/** Rewrites a checkout command so that it works in another folder. */
const withPaths = (typed: string) =>
  typed.replaceAll(/(?<=^| )(node_modules|packages)\//g, `${reader.checkout.folder}$1/`);

const goesOn =
  (sign: RegExp, more: () => string = () => '') =>
  (typed: string) =>
    reader.serve(`${typed}${more()}`, reader.checkout, sign);

const goesOnInProject = (sign: RegExp) => (typed: string) =>
  reader.serve(typed, reader.project(), sign);

/** Matches the commands that prepare the calls in docs/api.md. */
const session = /^export PARLEY_URL=\S+$|^export PARLEY_API_KEY=\S+$|^auth=/;

const suiteText = () => `configuration:
  channel: { kind: http, url: "http://127.0.0.1:${reader.ports.demoBot}/message" }
---
- test: Hours
- opening hours: Monday to Friday
`;

async function call(curl: string): Promise<string> {
  const { body: calendar } = await reader.owner.call(monitoring.createCalendar, {
    body: { name: `Holidays ${Math.random()}`, timeZone: 'UTC', windows: [], holidays: [] },
  });
  const before = commands.filter((text) => session.test(text)).map(reader.filledIn);
  const environment = {
    PROJECT: projectId,
    SUITE: reader.suiteId,
    RUN: runId,
    CALENDAR: calendar.id,
    BUILD: '7',
  };
  writeFileSync(join(reader.home, 'opening-hours.test.yml'), suiteText());
  return type([...before, curl].join('\n'), { folder: reader.home, environment });
}

const answersWith = (expected: object) => async (typed: string) =>
  expect(JSON.parse(await call(typed))).toMatchObject(expected);

/** Writes the files shown in docs/moving.md, except generated ones, into a new folder. */
function movingFolder(): Place {
  const folder = mkdtempSync(join(reader.home, 'moving-'));
  const text = page('moving');
  for (const [, name = '', body = ''] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), body);
  }
  const [, channel = ''] = /^ +(channel: \{ kind: http.*)$/m.exec(text) ?? [];
  const file = join(folder, 'bespoken.e2e.yml');
  const reached = readFileSync(file, 'utf8').replace('configuration:', `$&\n  ${channel}`);
  writeFileSync(file, reader.filledIn(reached));
  return { ...reader.project(), folder };
}

/** Returns the suites that a tutorial shows, in order. */
function suitesOf(tutorial: string): string[] {
  const shown = [...page(tutorial).matchAll(/^```yaml.*\n([\s\S]*?)^```/gm)];
  return shown.map(([, suite = '']) => reader.filledIn(suite));
}

const runSuite = async (name: string, suite: string, platform?: 'phone') =>
  reader.run(await reader.storeSuite(name, suite, platform));

/** Runs the suites one after another, as a reader would. */
async function runSuitesOf(tutorial: string, platform?: 'phone'): Promise<string[]> {
  const statuses: string[] = [];
  for (const suite of suitesOf(tutorial)) statuses.push(await runSuite(tutorial, suite, platform));
  return statuses;
}

/** Runs a suite of the order agent against both versions, as in docs/gate-tutorial.md. @returns the id of the second run */
async function runBothVersions(source: string): Promise<string> {
  await agent?.stop();
  const suiteId = await reader.storeSuite('Gate', source);
  const labels = { main: ['4030', '0.1'], candidate: ['4031', '0.6'] } as const;
  let run = '';
  for (const [label, [port, share]] of Object.entries(labels)) {
    const typed = `node_modules/.bin/node examples/order-agent/src/order-agent.ts --port ${port} --twice-in ${share}`;
    await reader.serve(reader.filledIn(typed), reader.checkout, /listens at/);
    const text = source.replace(
      reader.filledIn('127.0.0.1:4030'),
      reader.filledIn(`127.0.0.1:${port}`),
    );
    await reader.owner.call(suites.updateSuite, { params: { suiteId }, body: { source: text } });
    const { body } = await reader.owner.call(runs.startRun, {
      params: { suiteId },
      body: { label },
    });
    run = (await untilEnded(reader.owner, body.id, 90_000)).id;
  }
  return run;
}

const password = 'Correct-Horse-7';

const signUp = async (email: string) =>
  (await callApi(reader.url, identity.signUp, { body: { email, name: 'Reader', password } })).body;

/** Verifies an address with the link from a password reset, which the server prints if it cannot send emails. */
async function proveByPrintedLink(email: string) {
  await callApi(reader.url, identity.requestPasswordReset, { body: { email } });
  const token = await vi.waitFor(() => {
    const [, found] = /\/reset-password\?token=([\w-]+)/.exec(reader.printed()) ?? [];
    if (found === undefined) throw new Error('No link was printed.');
    return found;
  });
  await callApi(reader.url, identity.resetPassword, { body: { token, newPassword: password } });
  return (await callApi(reader.url, identity.signIn, { body: { email, password } })).body;
}

const atStart: Run[] = [
  {
    command: /^openssl req/,
    act: async () => expect(existsSync(join(reader.home, 'cert.pem'))).toBe(true),
  },
  {
    command: 'npm start',
    act: async () => {
      expect(await (await fetch(reader.url)).text()).toContain('<title>');
      expect(await reader.run(reader.suiteId)).toBe('passed');
    },
  },
  {
    command: /^PARLEY_EXPLORATORY_TESTING_FOR=\S+ npm start$/,
    act: async () => {
      const isOn = async ({ user, token }: { user: { id: string }; token: string }) => {
        const params = { id: user.id };
        const { body } = await callApi(reader.url, identity.getUser, { token, params });
        return 'exploratoryTestingEnabled' in body && body.exploratoryTestingEnabled;
      };
      expect(await isOn(await signUp('ada@example.org'))).toBe(false);
      expect(await isOn(await signUp('ivan@acme.example'))).toBe(false);
      expect(await isOn(await proveByPrintedLink('ivan@acme.example'))).toBe(true);
    },
  },
  {
    command: /^PARLEY_STRIPE_PRICES=/,
    act: async () => {
      const { owner, stripe, url } = reader;
      const opened = await owner.call(billing.openCheckout, {
        body: { planId: 'contact-centers' },
      });
      await fetch(opened.body.url, { method: 'POST', redirect: 'manual' });
      const [customer = ''] = stripe.customers.keys();
      await tellStripeEvent(url, { type: 'checkout.session.completed', customer });
      await vi.waitFor(async () => {
        const { subscription } = (await owner.call(billing.getBilling)).body;
        expect(subscription).toMatchObject({ planId: 'contact-centers', status: 'enabled' });
      }, 10_000);
    },
  },
  { command: /eliza-bot\.ts --port 4020$/, act: goesOn(/ELIZA listens at/) },
  {
    command: 'PARLEY_EGRESS_ALLOW=127.0.0.1:4020 npm start',
    act: async () => {
      const said =
        /request body is\s+`([^`]+)`, the replies are at `(\w+)`, and their text is at\s+`(\w+)`/;
      const [, request, list, text] = said.exec(page('first-run')) ?? [];
      const url = `http://127.0.0.1:${reader.ports.eliza}/chat`;
      const channel = JSON.stringify({ kind: 'http', url, request, replies: { list, text } });
      const source = `configuration: { channel: ${channel} }\n---\n- test: A\n- Hello\n`;
      expect(await reader.run(await reader.storeSuite('ELIZA', source))).toBe('passed');
    },
  },
  {
    command: 'PARLEY_EGRESS_ALLOW=127.0.0.1:4030 npm start',
    act: async () => expect(suitesOf('agent-tutorial')).toHaveLength(2),
  },
  {
    command: /order-agent\.ts --port 4030$/,
    act: async (typed) => {
      agent = await reader.serve(typed, reader.checkout, /order agent listens/);
      expect(await runSuitesOf('agent-tutorial')).toEqual(['passed', 'passed']);
    },
  },
  {
    command: /order-agent\.ts --port 4030 --twice$/,
    act: async (typed) => {
      await agent?.stop();
      agent = await reader.serve(typed, reader.checkout, /order agent listens/);
      expect(await runSuitesOf('agent-tutorial')).toEqual(['passed', 'failed']);
    },
  },
  { command: /\/records$/, act: prints(inCheckout, 'R-1', 'R-2') },
  {
    command: /run examples\/order-agent\/suites\/tools\.test\.yml$/,
    act: (typed) => {
      const url = `http://127.0.0.1:${reader.ports.orders}/chat`;
      const expected = ['refund_order was called twice.', '2 passed, 1 failed'];
      return prints(inCheckout, ...expected)(`${typed} --url ${url} || test $? = 1`);
    },
  },
  {
    command: /order-agent\.ts --port \d+ --twice-in 0\.\d$/,
    act: async (typed) => {
      const { output } = await reader.serve(`${typed} --port 0`, reader.checkout, /listens at/);
      versions.push(/http:\S+/.exec(output())?.[0] ?? '');
    },
  },
  {
    command: /parley\.mjs gate examples\/order-agent/,
    act: (typed) => {
      const [before, after] = versions;
      const told = typed
        .replace(/--url \S+/, `--url ${after}`)
        .replace(/--baseline-url \S+/, `--baseline-url ${before}`);
      return prints(inCheckout, 'The gate is blocked')(`${told} || test $? = 1`);
    },
  },
  {
    command: 'PARLEY_EGRESS_ALLOW=127.0.0.1:4030,127.0.0.1:4031 npm start',
    act: async () => {
      const file = 'examples/order-agent/suites/gate.test.yml';
      const source = reader.filledIn(readFileSync(file, 'utf8'));
      gated = await runBothVersions(source);
      const { body } = await reader.owner.call(runs.judgeGate, {
        params: { runId: gated },
        query: { baseline: 'label:main' },
      });
      expect(body).toMatchObject({ verdict: 'blocked', doubts: [] });
    },
  },
  {
    command: 'npx parley gate <run id> --baseline label:main --server http://localhost:3000',
    act: (typed) => {
      const told = typed.replace('<run id>', gated).replace('http://localhost:3000', reader.url);
      const { folder } = reader.checkout;
      const place = () => ({ folder, environment: { PARLEY_API_KEY: reader.key } });
      return prints(place, 'The gate is blocked')(`${told} || test $? = 1`);
    },
  },
  {
    command: 'npm run mock-ivr',
    act: goesOn(/answers at sip:bank@127\.0\.0\.1/, () => ` -- --port ${reader.ports.line}`),
  },
  {
    command: 'npm run mock-ivr -- --mistake',
    act: goesOn(/answers at sip:bank@127\.0\.0\.1/, () => ' --port 0'),
  },
  {
    command: /^npm run mock-ivr -- --key/,
    act: goesOn(/answers at sips:bank@127\.0\.0\.1/, () => ` --port ${reader.ports.line}`),
  },
  {
    command: /PARLEY_PHONE_ALLOW=\S+ PARLEY_EGRESS_ALLOW=\S+ npm start$/,
    act: async () => {
      const { owner, ports } = reader;
      const caller = { kind: 'sip', address: 'sip:nora@acme.example' } as const;
      const settings = { platform: 'phone', caller, trunk: null, voiceId: 'Joanna' } as const;
      const body = { name: `Caller ${Math.random()}`, locale: 'en-US', settings };
      const params = { deviceId: (await owner.call(devices.createDevice, { body })).body.id };
      await owner.call(devices.checkDeviceHealth, { params, body: {} });
      await vi.waitFor(async () => {
        const { checks } = (await owner.call(devices.getDeviceHealth, { params })).body;
        const allowed = checks.find(({ name }) => name === 'destinations')?.message;
        expect(allowed).toContain(`sip:*@127.0.0.1:${ports.line}`);
      }, 10_000);
    },
  },
];

const byProgram: Run[] = [
  { command: session, act: prints(inCheckout) },
  {
    command: /-d '\{"name":"Support"\}'/,
    act: async (typed) => {
      const made = JSON.parse(await call(typed));
      expect(made).toMatchObject({ name: 'Support', parentProjectId: null });
      projectId = made.id;
    },
  },
  {
    command: /^jq .*\$PROJECT/,
    act: (typed) => answersWith({ name: 'Opening hours', source: suiteText() })(typed),
  },
  {
    command: /suites\?search=/,
    act: async (typed) =>
      expect(JSON.parse(await call(typed)).items).toContainEqual(
        expect.objectContaining({ id: reader.suiteId }),
      ),
  },
  {
    command: /Idempotency-Key/,
    act: async (typed) => {
      runId = JSON.parse(await call(typed)).id;
      expect(runId).toMatch(/^[\w-]{22}$/);
    },
  },
  {
    command: /events\?after=0/,
    act: async (typed) => {
      let after = 0;
      for (let isComplete = false; !isComplete; ) {
        const answer = JSON.parse(await call(typed.replace('after=0', `after=${after}`)));
        after = answer.events.at(-1).seq;
        isComplete = answer.isComplete;
      }
    },
  },
  {
    command: /\$RUN\/evidence\?test=0"$/,
    act: answersWith({ items: expect.any(Array), nextCursor: null }),
  },
  {
    command: /\$RUN\/junit"$/,
    act: async (typed) => expect(await call(typed)).toContain('<testsuites'),
  },
  {
    command: /^jq .*\$SUITE"$/,
    act: (typed) => answersWith({ source: suiteText() })(typed),
  },
  {
    command: /monitors\/\$SUITE"$/,
    act: answersWith({ isMonitoring: true, schedule: { cron: '0 9 * * 1-5' } }),
  },
  {
    command: /exclusion-calendars\/\$CALENDAR"$/,
    act: answersWith({ windows: [{ reason: 'Release 2.0' }] }),
  },
];

const byCommandLine: Run[] = [
  {
    command: 'npm run pack:cli',
    act: async (typed) => {
      const [archive = ''] = /^.+\.tgz$/m.exec(await type(typed, reader.checkout)) ?? [];
      await type(`cp '${archive}' . && echo '{ "private": true }' > package.json`, inProject());
    },
  },
  { command: /^npm install --save-dev/, act: prints(inProject) },
  { command: 'npm ci', act: prints(inProject) },
  { command: 'parley docs', act: goesOnInProject(/The guide is at http/) },
  {
    command: /^npm run guide -- /,
    act: async (typed) => {
      const site = join(reader.home, 'site');
      await type(typed.replace(/ site$/, ` ${site}`), reader.checkout);
      expect(readFileSync(join(site, 'index.html'), 'utf8')).toContain('src="/docs/assets/');
    },
  },
  { command: 'npx parley', act: prints(inProject, 'parley run [files]') },
  { command: /demo-bot\.ts --port 4010$/, act: goesOn(/demo bot listens at/) },
  {
    command: /parley\.mjs run widget\.test\.yml/,
    isImpossible: !hasBrowser,
    act: (typed) => {
      const [suite = ''] = suitesOf('widget-tutorial');
      writeFileSync(join(reader.home, 'widget.test.yml'), suite);
      const wrong = 'The wording differs: "8" instead of "5".';
      return prints(inHome, wrong, '1 passed, 1 failed')(`${withPaths(typed)} || test $? = 1`);
    },
  },
  {
    command: 'parley init',
    act: async (typed) => {
      await type(typed, inProject());
      const file = join(inProject().folder, 'tests/welcome.test.yml');
      const written = readFileSync(file, 'utf8');
      expect(written).toContain('127.0.0.1:4010');
      writeFileSync(file, written.replace(':4010', `:${reader.ports.otherBot}`));
    },
  },
  { command: 'parley lint', act: prints(inProject) },
  { command: 'parley watch', act: goesOnInProject(/Waiting for changes/) },
  {
    command: 'parley open report.json',
    act: async (typed) => {
      await prints(inProject)('parley run tests/ -r json=report.json');
      await prints(inProject, 'run.html')(`${typed} --json`);
    },
  },
  {
    command: 'source <(parley completion bash)',
    act: (typed) => prints(inProject, '_parley')(`${typed}; complete -p parley`),
  },
  {
    command: 'parley completion fish > ~/.config/fish/completions/parley.fish',
    act: (typed) => prints(inProject, 'complete -c parley')(typed.replace(/>.*/, '')),
  },
  {
    command: 'parley run --only-failed report.json',
    act: async (typed) => {
      await prints(inProject)('parley run tests/ -r json=report.json');
      await prints(inProject)(`${typed} --pass-with-no-tests tests/`);
    },
  },
  {
    command: 'parley schema > .parley/suite.schema.json',
    act: async (typed) => {
      const { folder } = inProject();
      mkdirSync(join(folder, '.parley'), { recursive: true });
      await prints(inProject)(typed);
      const schema = readFileSync(join(folder, '.parley/suite.schema.json'), 'utf8');
      expect(JSON.parse(schema).title).toBe('Parley test suite');
    },
  },
  { command: 'parley schema testing.json', act: prints(inProject, 'retryNumber') },
  { command: 'parley schema parley.config.yml', act: prints(inProject, 'alertChannels') },
  {
    command: /^(npx )?parley gate --plan 50x5$/,
    act: prints(inProject, '250 conversations for a run'),
  },
  {
    command:
      /^parley run( -r list -r junit=report\.xml| --evidence shown| --strict| --repeat maxTries=1)?$/,
    act: prints(inProject, '2 passed'),
  },
  {
    command: /^parley (run|lint) --env staging$/,
    act: (typed) =>
      prints(
        inProject,
        typed.includes('lint') ? 'no errors' : '2 passed',
      )(
        `mkdir -p environments; echo 'secrets: { token: STAGING_TOKEN }' > environments/staging.yml; export STAGING_TOKEN=tok-3n-4711; ${typed}`,
      ),
  },
  {
    command: /^curl -sX POST .*\/environments"$/s,
    act: async (typed) => {
      expect(JSON.parse(await call(typed))).toMatchObject({
        name: 'staging',
        secrets: [{ name: 'token' }],
      });
    },
  },
  {
    command: /^curl -sX POST .*\/webhooks"$/s,
    act: answersWith({ signingSecret: expect.stringMatching(/^whsec_/) }),
  },
  { command: /^export STAGING_TOKEN=/, act: prints(inProject) },
  {
    command: /^npx parley run$|node packages\/cli\/src\/parley\.mjs run$/,
    act: (typed) => prints(inCheckout, '2 passed')(`${typed} ${join(inProject().folder, 'tests')}`),
  },
  {
    command: /^(npx |exec node_modules\/\.bin\/)parley run tests\//,
    act: (typed) => {
      const BOT_URL = `http://127.0.0.1:${reader.ports.otherBot}/message`;
      return prints(() => reader.project({ BOT_URL }), '2 passed')(typed);
    },
  },
  { command: /^export PARLEY_URL=\S+ PARLEY_API_KEY=/, act: prints(inProject) },
  {
    command: /parley run (7qkWz0xJ3vYh2m4nPq8RtA|<suite id>)/,
    act: (typed) => {
      const server = { PARLEY_URL: reader.url, PARLEY_API_KEY: reader.key };
      return prints(() => reader.project(server), '1 passed')(typed);
    },
  },
  {
    command: 'parley import old/',
    act: (typed) =>
      prints(inProject, '- test: ')(`cp -r ${movingFolder().folder}/convo old; ${typed}`),
  },
  {
    command: /^parley export a\.test\.yml/,
    act: (typed) =>
      prints(inProject, 'test_cases:')(`cp tests/welcome.test.yml a.test.yml; ${typed}`),
  },
  { command: 'parley lint bespoken.e2e.yml', act: prints(movingFolder) },
  { command: 'parley run bespoken.e2e.yml', act: prints(movingFolder, '1 passed') },
  {
    command: /^parley import \w+ --output bank\.test\.yml$/,
    act: prints(movingFolder, '1 test with 2 interactions imported'),
  },
  {
    command: /^parley export bank\.test\.yml --to \w+ --output/,
    act: (typed) => prints(movingFolder)(`parley import convo --output bank.test.yml; ${typed}`),
  },
];

/** Returns the place where the backup is restored. It uses PostgreSQL if available, which is also faster. */
const restored = (): Place => ({
  ...reader.checkout,
  environment: {
    ...database?.environment,
    PARLEY_DATA_DIR: join(reader.home, 'restored'),
    PORT: `${reader.ports.api}`,
    PARLEY_DEMO_BOT_PORT: `${reader.ports.demoBot}`,
    PARLEY_EGRESS_ALLOW: `127.0.0.1:${reader.ports.demoBot}`,
  },
});

/** Additional settings that other settings require. */
const besides = {
  PARLEY_STT_KEY: 'key',
  PARLEY_STT_URL: 'https://speech.example',
  PARLEY_TTS_KEY: 'id:secret',
  PARLEY_TTS_URL: 'https://speech.example',
  PARLEY_TTS_REGION: 'eu-central-1',
  PARLEY_FIREBASE_PROJECT: 'project',
  PARLEY_FIREBASE_API_KEY: 'key',
};

const byOperator: Run[] = [
  { command: /^npm run backup/, act: prints(inCheckout, ' rows and ') },
  {
    command: /^npm run restore/,
    act: prints(restored, 'Restored '),
  },
  {
    command: /^update organizations|^select count/,
    act: (typed) =>
      lookIntoDatabase(restored().environment ?? {}, async ({ pool }) => {
        expect((await pool.query(typed)).rowCount).toBe(1);
      }),
  },
  { command: /scripts\/build-(web|guide)\.mjs$/, act: prints(inCheckout) },
  {
    command: /^export POSTGRES_PASSWORD=/,
    act: async (typed) => {
      const secret = await type(`${typed}; echo "$PARLEY_SECRET"`, reader.checkout);
      expect(readConfig({ PARLEY_SECRET: secret.trim() }).secret).toHaveLength(64);
    },
  },
  {
    command: /main\.ts api$/,
    isImpossible: !postgresql,
    act: (typed) => reader.serve(typed, restored(), /Parley serves at/),
  },
  {
    command: 'npm run worker',
    isImpossible: !postgresql,
    // The restored data includes the suite and the key.
    act: async (typed) => {
      await reader.serve(typed, restored(), /The worker waits/);
      const PARLEY_URL = `http://localhost:${reader.ports.api}`;
      const there = () => reader.project({ PARLEY_URL, PARLEY_API_KEY: reader.key });
      await prints(there, '1 passed')(`parley run ${reader.suiteId}`);
    },
  },
  {
    command: /^(?!NAME=|PARLEY_STRIPE_PRICES)([A-Z][A-Z0-9_]*=\S+ ?)+$/,
    act: async (typed) => {
      const settings = { ...besides, ...reader.stripe.settings };
      readConfig({ ...settings, ...Object.fromEntries(settingsIn(typed)) });
    },
  },
];

const notRun: NotRun[] = [
  { command: 'npm test', reason: 'runs this test' },
  {
    command: /^parley (pull|deploy( --preview| --webhook-secrets \S+)?)$/,
    reason: 'changes a server; deploy.test.ts of the server runs them',
  },
  { command: 'parley mcp', reason: 'talks to an assistant; mcp.test.ts connects one' },
  { command: 'npm run check', reason: 'is a layer of npm test' },
  { command: /^npm run operator/, reason: 'needs a stopped server; its own test runs it' },
  { command: /^npm run (drill|bench) -- /, reason: 'takes minutes to hours' },
  {
    command: /^parley judge /,
    reason: 'needs a judge; apps/server/src/modules/judges/judges.test.ts runs it',
  },
  {
    command: /^parley ears /,
    reason: 'needs a recognizer; packages/cli/src/ears.test.ts runs it',
  },
  {
    command: /account\.(wav|test\.yml)$/,
    reason: 'needs a recognizer; packages/cli/src/fixed-prompts.test.ts runs its like',
  },
  {
    command:
      /^(npx )?parley gate(?! --plan)(?!.* --server http:\/\/localhost)|^parley run tests\/ .*--repeat tries=5 -r json=/,
    reason: 'needs two versions of an agent; packages/cli/src/gate.test.ts runs and compares them',
  },
  {
    command: /^code=0|^id=\$\(gh |^if \[ -f gate\.md \]; then gh pr comment /,
    reason: 'runs on the machines of GitHub',
  },
  {
    command: /^npx openapi-typescript /,
    reason: 'installs a program; the drill api-clients runs it',
  },
  { command: /^npm start &\s/, reason: 'starts an agent of the reader' },
  {
    command: /^parley run (--otlp-port 4318|-r json=<file>)$/,
    reason: 'names an option; the whole command is run',
  },
  { command: 'npm run dev', reason: 'takes fixed ports; the browser tests use what it starts' },
  { command: 'npm run test:firebase', reason: 'downloads 500 MB' },
  { command: 'node scripts/generate.mjs', reason: 'writes into the repository' },
  { command: 'node scripts/ensure-install.mjs', reason: 'runs before the tests' },
  { command: /^git |^cd |^useradd |^cp /, reason: 'sets a machine up, as root' },
  {
    command: /^systemctl |^journalctl |^as_parley=|^\$as_parley /,
    reason: 'needs root and systemd',
  },
  { command: /^docker /, reason: 'needs a container engine' },
  { command: /^apt-get |^npx playwright-core install/, reason: 'installs programs, as root' },
  { command: 'npx playwright show-trace', reason: 'opens a window' },
  {
    command: /^parley run --(recorded|evidence|server)$/,
    reason: 'names an option without its value',
  },
  { command: 'NAME=value', reason: 'stands for any setting' },
];

const run = [...atStart, ...byProgram, ...byCommandLine, ...byOperator];
const isAt = ({ command }: Row, text: string) =>
  typeof command === 'string' ? command === text : command.test(text);
const textsOf = (row: Row) => commands.filter((text) => isAt(row, text));

describe('every command of the documents', () => {
  const rows: Row[] = [...run, ...notRun];

  it('is in one row of the tables: it is run, or there is a reason why not', () => {
    const rowsOf = (text: string) => rows.filter((row) => isAt(row, text));
    expect(documentedCommands().filter(({ text }) => rowsOf(text).length !== 1)).toEqual([]);
  });

  it('that is in a row is still in a document', () => {
    expect(rows.filter((row) => textsOf(row).length === 0)).toEqual([]);
  });

  it('that is not run names scripts, options, files and units that there are', () => {
    expect(notRun.flatMap(textsOf).flatMap(missingParts)).toEqual([]);
  });
});

describe('is run:', () => {
  beforeAll(async () => {
    reader = await startReader(commands);
    if (postgresql) database = await createEmptyPostgresql(postgresql);
  });
  afterAll(async () => {
    await reader?.leave();
    await database?.drop();
  });

  for (const row of run)
    for (const text of textsOf(row))
      it.skipIf(row.isImpossible || lacksProgram(text))(text, () => row.act(reader.filledIn(text)));

  it.skipIf(!hasSpeech)(
    'the phone suite of docs/phone.md, in the clear and encrypted',
    async () => {
      const [, example = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(page('phone')) ?? [];
      const source = reader.filledIn(example);
      const inTheClear = await reader.storeSuite('Line', source, 'phone');
      const encrypted = source.replace('sip:bank', 'sips:bank');
      const overTls = await reader.storeSuite('Encrypted line', encrypted, 'phone');
      expect(await Promise.all([reader.run(inTheClear), reader.run(overTls)])).toEqual([
        'passed',
        'passed',
      ]);
    },
  );

  it.skipIf(!hasSpeech)('the suites of docs/phone-tutorial.md, of which one is wrong', async () => {
    expect(await runSuitesOf('phone-tutorial', 'phone')).toEqual(['passed', 'failed']);
  });

  it('the suites of docs/monitor-tutorial.md, of which one is wrong about loans', async () => {
    expect(await runSuitesOf('monitor-tutorial')).toEqual(['passed', 'failed']);
  });
});

/** @returns true if the command needs a program that this machine lacks */
function lacksProgram(text: string): boolean {
  return ['curl', 'jq'].some((name) => text.split(' ').includes(name) && !hasPrograms(name));
}

/** @returns the scripts and files that a command refers to but that do not exist */
function missingParts(text: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, script] = /^npm run (\S+)/.exec(text) ?? [];
  const [, kind, bench] = /^npm run (drill|bench) -- ([a-z-]+)/.exec(text) ?? [];
  const program = bench && `bench/${kind === 'drill' ? 'drill-' : ''}${bench}.ts`;
  const units = /^(?:systemctl|journalctl) /.test(text) ? text.match(/(?<= )parley\S*/g) : [];
  const files = [
    ...(program ? [program] : []),
    ...(text.match(/(?<= )(?:apps|deploy|scripts)\/\S+/g) ?? []),
    ...(units ?? []).map((unit) => `deploy/${unit.replace(/@.*/, '@')}.service`),
  ];
  const missing = files.filter((file) => !existsSync(file));
  if (script !== undefined && !Object.hasOwn(scripts, script)) missing.push(script);
  if (program && missing.length === 0) {
    const known = readFileSync(program, 'utf8');
    const options = text.match(/(?<= )--[a-z]+/g) ?? [];
    missing.push(...options.filter((option) => !known.includes(option)));
  }
  return missing;
}
