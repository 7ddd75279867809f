/** `parley deploy` and `parley pull` of what all projects share: calendars, devices, webhooks and the status page. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiKeys } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const program =
  process.env.PARLEY_TEST_CLI ??
  fileURLToPath(new URL('../../../../../packages/cli/src/main.ts', import.meta.url));

const hookUrl = 'https://ci.example/hooks/a-secret-path';

let app: TestApp;
let key: string;
let memberKey: string;
let folder: string;
let slug: string;
let organizations = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  const { owner, add } = await createTenant(app);
  const newKey = async (person: Member) =>
    (await person.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body.key;
  key = await newKey(owner);
  memberKey = await newKey(await add('member'));
  organizations += 1;
  slug = `bank-${organizations}`;
  folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'));
  return () => rmSync(folder, { recursive: true });
});

async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PARLEY_URL: app.url,
      PARLEY_API_KEY: key,
      WEBHOOK_DEPLOYMENTS: hookUrl,
      ...environment,
    },
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const deploy = (...args: string[]) => run(['deploy', ...args]);
const deployAll = () => deploy('--webhook-secrets', 'secrets.jsonl');

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${app.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return answer === '' ? undefined : JSON.parse(answer);
}

const everything = async () => ({
  projects: (await call('GET', 'projects')).items,
  suites: (await call('GET', 'suites')).items,
  calendars: await call('GET', 'exclusion-calendars'),
  devices: (await call('GET', 'devices')).items,
  webhooks: (await call('GET', 'webhooks')).map(
    // When a message to an address that does not exist failed is not the deploy's doing.
    ({ failingSince: _, ...webhook }: { failingSince: unknown }) => webhook,
  ),
  page: (await call('GET', 'status-page'))?.settings,
});

const calendars = `exclusionCalendars:
  - name: Releases
    timeZone: Europe/Berlin
    windows:
      - { kind: once, reason: Move, start: 2027-01-02T20:00:00Z, end: 2027-01-03T04:00:00Z }
      - { kind: weekly, reason: Backup, days: [0], from: 02:00, to: 04:00 }
    holidays: [{ country: DE, region: BY }]
`;
const devices = `devices:
  - name: Laptop
    locale: en-US
    settings: { platform: webchat, browser: chrome-windows, viewport: { width: 1280, height: 800 } }
`;
const webhooks = `webhooks:
  - { name: Deployments, url: { env: WEBHOOK_DEPLOYMENTS }, events: [run.finished, gate.finished] }
`;
const page = () => `statusPage:
  slug: ${slug}
  title: Bank
  suites: [{ project: Bank, suite: Hours, label: Opening hours }]
`;
const projects = (more = 'device: Laptop, ', calendar = 'Releases') => `projects:
  - name: Bank
    suites:
      - { name: Hours, file: hours.test.yml, ${more}monitor: { everyMinutes: 60, calendars: [${calendar}] } }
`;

function write(...parts: string[]): void {
  writeFileSync(join(folder, 'parley.config.yml'), parts.join(''));
  writeFileSync(
    join(folder, 'hours.test.yml'),
    'configuration:\n  channel: { kind: http, url: "https://bot.example/message" }\n---\n- test: Hours\n- opening hours: Monday\n',
  );
}
const writeAll = () => write(projects(), calendars, devices, webhooks, page());

it('makes what all projects share, in one deploy with the suites that name it', async () => {
  writeAll();
  const preview = await deploy('--preview');
  expect([preview.code, preview.err]).toEqual([0, '']);
  expect(preview.out.trim().split('\n')).toEqual([
    '+ exclusion calendar Releases: Europe/Berlin',
    '+ virtual device Laptop: webchat',
    '+ project Bank',
    '+ suite Bank › Hours: hours.test.yml',
    expect.stringContaining('+ monitor Bank › Hours'),
    '+ webhook Deployments: run.finished, gate.finished',
    `+ status page Bank: /status/${slug}, private`,
  ]);
  const nothing = await everything();
  expect(nothing).toMatchObject({ projects: [], calendars: [], devices: [], webhooks: [] });

  const { code, out, err } = await deployAll();
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('7 changes made.');
  const made = await everything();
  const [{ id: suiteId, deviceId }] = made.suites;
  expect(deviceId).toBe(made.devices[0].id);
  expect((await call('GET', `monitors/${suiteId}`)).schedule).toEqual({
    everyMinutes: 60,
    calendarIds: [made.calendars[0].id],
  });
  expect(made.page).toEqual({
    slug,
    title: 'Bank',
    isPublic: false,
    isListed: false,
    suites: [{ suiteId, label: 'Opening hours' }],
  });

  const second = await run(['deploy'], { WEBHOOK_DEPLOYMENTS: '' });
  expect([second.code, second.out, second.err]).toEqual([0, 'Nothing to change.\n', '']);
  expect(await everything()).toEqual(made);
});

it('writes the secret of a new webhook to a file that only its owner can read, and prints it nowhere', async () => {
  writeAll();
  const refused = await deploy();
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('Name a file for it with --webhook-secrets. Nothing was changed.'),
  ]);
  const nowhere = await deploy('--webhook-secrets', 'no-such-folder/secrets');
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("can't be written")]);
  expect(await everything()).toMatchObject({ projects: [], webhooks: [] });

  writeFileSync(join(folder, 'secrets.jsonl'), '', { mode: 0o644 });
  const { code, out, err } = await deploy('--json', '--webhook-secrets', 'secrets.jsonl');
  expect(code).toBe(0);
  const path = join(folder, 'secrets.jsonl');
  const { webhook, signingSecret } = JSON.parse(readFileSync(path, 'utf8'));
  expect([webhook, signingSecret]).toEqual(['Deployments', expect.stringMatching(/^whsec_.{20,}/)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(out + err).not.toContain(signingSecret);
  expect(out + err).not.toContain('a-secret-path');

  // A deploy that creates no webhook needs no file and leaves it alone.
  expect((await deploy('--set-secrets')).out).toContain('~ webhook Deployments: url');
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
});

it('changes what differs, and says what', async () => {
  writeAll();
  await deployAll();
  write(
    projects('device: false, '),
    calendars.replace('to: 04:00', 'to: 05:00'),
    devices.replace('1280', '1440').replace('locale', 'concurrencyLimit: 9\n    locale'),
    webhooks.replace('run.finished, ', '').replace(' }\n', ', isEnabled: false }\n'),
    page().replace('Opening hours', 'Hours').replace('slug', 'isPublic: true\n  slug'),
  );
  const { out } = await deploy('--json');
  const { changes, kept } = JSON.parse(out);
  expect(kept).toEqual([]);
  expect(changes).toEqual([
    {
      action: 'update',
      kind: 'exclusion calendar',
      name: 'Releases',
      details: ['windows'],
    },
    {
      action: 'update',
      kind: 'virtual device',
      name: 'Laptop',
      details: ['concurrencyLimit', 'settings'],
    },
    { action: 'update', kind: 'suite', name: 'Bank › Hours', details: ['device'] },
    {
      action: 'update',
      kind: 'webhook',
      name: 'Deployments',
      details: ['events', 'isEnabled false'],
    },
    {
      action: 'update',
      kind: 'status page',
      name: 'Bank',
      details: ['isPublic true', 'suites'],
    },
  ]);
  expect((await deploy()).out).toBe('Nothing to change.\n');
  expect(await everything()).toMatchObject({
    suites: [{ deviceId: null }],
    devices: [{ concurrencyLimit: 9, settings: { viewport: { width: 1440 } } }],
    webhooks: [{ events: ['gate.finished'], isEnabled: false }],
    page: { isPublic: true, suites: [{ label: 'Hours' }] },
  });

  // What the file no longer says stays, above all who can see the page.
  write(projects(''), calendars, devices, webhooks, page());
  await deploy();
  expect(await everything()).toMatchObject({
    suites: [{ deviceId: null }],
    devices: [{ concurrencyLimit: 9 }],
    webhooks: [{ isEnabled: false }],
    page: { isPublic: true },
  });
});

it('keeps what the file lacks, and deletes it with --delete only', async () => {
  writeAll();
  await deployAll();
  const before = await everything();
  const fewer = projects('device: false, ').replace(', calendars: [Releases]', '');
  write(fewer, 'exclusionCalendars: []\ndevices: []\nwebhooks: []\n');
  writeFileSync(
    join(folder, 'parley.config.yml'),
    `${readFileSync(join(folder, 'parley.config.yml'), 'utf8')}statusPage: { slug: ${slug}, title: Bank }\n`,
  );
  const kept = await deploy();
  expect(kept.out).toContain(
    [
      'Not in the file, and kept (--delete deletes it):',
      '  webhook Deployments',
      '  status page Bank: suite Opening hours',
      '  virtual device Laptop',
      '  exclusion calendar Releases',
    ].join('\n'),
  );
  const {
    calendars: keptCalendars,
    devices: keptDevices,
    webhooks: keptHooks,
    page: keptPage,
  } = await everything();
  expect([keptCalendars, keptHooks, keptPage]).toEqual([
    before.calendars,
    before.webhooks,
    before.page,
  ]);
  expect(keptDevices).toHaveLength(1);

  const deleted = await deploy('--delete');
  expect([deleted.code, deleted.err]).toEqual([0, '']);
  expect(await everything()).toMatchObject({
    calendars: [],
    devices: [],
    webhooks: [],
    page: { slug, suites: [] },
    suites: [{ name: 'Hours' }],
  });
  // Kinds that the file does not mention are left alone, even with --delete.
  writeAll();
  await deployAll();
  write(projects('device: Laptop, '));
  expect((await deploy('--delete')).out).toBe('Nothing to change.\n');
});

it.each([
  [
    'a device that is not there',
    () => projects('device: Phone, ') + calendars + devices,
    'There is no virtual device "Phone".',
  ],
  [
    'a calendar that is not there',
    () => projects(undefined, 'Holidays') + calendars + devices,
    'There is no exclusion calendar "Holidays".',
  ],
  [
    'a suite on the status page that is not there',
    () => projects() + calendars + devices + page().replace('suite: Hours', 'suite: Loans'),
    'There is no suite "Loans" in "Bank", which the status page names.',
  ],
  [
    'a project on the status page that is not there',
    () => projects() + calendars + devices + page().replace('project: Bank', 'project: Bnak'),
    'There is no project "Bnak", which the status page names.',
  ],
  [
    'a value in words',
    () => page().replace('slug', 'isPublic: "false"\n  slug'),
    'statusPage.isPublic must be true or false.',
  ],
  [
    'a key of the other kind',
    () => devices.replace('browser', 'trunk: a.example, browser'),
    'devices[0].settings has no key "trunk"',
  ],
  [
    'a webhook without events',
    () => webhooks.replace(/events: \[.*\]/, 'events: []'),
    'webhooks[0].events must name at least one event.',
  ],
  ['a name twice', () => devices + devices.split('\n').slice(1).join('\n'), 'names "Laptop" twice'],
])('refuses %s before it changes anything', async (_, config, message) => {
  write(config());
  const { code, err } = await deployAll();
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(await everything()).toMatchObject({ projects: [], calendars: [], devices: [] });
});

it('refuses to delete what the file still names', async () => {
  writeAll();
  await deployAll();
  write(projects(), calendars, 'devices: []\n');
  expect((await deploy('--delete')).err).toContain(
    '"Bank › Hours" uses the virtual device "Laptop", which is not in the file, so --delete would delete it.',
  );
  write(projects(), devices, 'exclusionCalendars: []\n');
  expect((await deploy('--delete')).err).toContain('uses the exclusion calendar "Releases"');
  write('projects: [{ name: Bank }]\n', page());
  expect((await deploy('--delete')).err).toContain(
    'There is no suite "Hours" in "Bank" of the file',
  );
});

it('takes over what was made by hand, in whatever form', async () => {
  writeAll();
  await call('POST', 'exclusion-calendars', {
    name: 'releases',
    timeZone: 'Europe/Berlin',
    windows: [
      {
        kind: 'once',
        reason: 'Move',
        start: '2027-01-02T20:00:00.000Z',
        end: '2027-01-03T04:00:00.000Z',
      },
      { kind: 'weekly', reason: ' Backup ', days: [0], from: '02:00', to: '04:00' },
    ],
    holidays: [{ country: 'DE', region: 'BY' }],
  });
  await call('POST', 'webhooks', {
    name: 'Deployments',
    url: hookUrl,
    events: ['gate.finished', 'run.finished'],
  });
  const caller = {
    name: 'Desk',
    locale: 'en-US',
    settings: {
      platform: 'phone',
      caller: { kind: 'number', number: '+1 202-555-0123' },
      trunk: null,
      voiceId: 'Joanna',
    },
  };
  expect((await call('POST', 'devices', caller)).name).toBe('Desk');
  write(projects(), calendars, devices, `  - ${JSON.stringify(caller)}\n`, webhooks);
  const { code, out } = await deploy();
  expect(code).toBe(0);
  expect(out).toContain('4 changes made.');
  expect(out).not.toMatch(/exclusion calendar|webhook|Desk/);
  expect((await deploy()).out).toBe('Nothing to change.\n');

  await call('POST', 'webhooks', { name: 'deployments', url: hookUrl, events: ['run.finished'] });
  expect((await deploy()).err).toContain('The server has 2 webhooks named "Deployments"');
  expect((await run(['pull', 'copy'])).err).toContain('several webhooks named "deployments"');
});

it('pulls what all projects share, from which a preview shows no difference', async () => {
  writeAll();
  await deployAll();
  const pulled = await run(['pull', 'copy']);
  expect([pulled.code, pulled.err]).toEqual([0, '']);
  const written = readFileSync(join(folder, 'copy/parley.config.yml'), 'utf8');
  expect(written).toContain('env: WEBHOOK_DEPLOYMENTS');
  expect(written).not.toMatch(/ci\.example|whsec/);
  const preview = await run(
    ['deploy', '--preview', '--delete', '--config', 'copy/parley.config.yml'],
    { WEBHOOK_DEPLOYMENTS: '' },
  );
  expect([preview.code, preview.out, preview.err]).toEqual([0, 'Nothing to change.\n', '']);

  // Of one project only what is its own.
  await run(['pull', 'one', '--project', 'Bank']);
  const one = readFileSync(join(folder, 'one/parley.config.yml'), 'utf8');
  expect(one).toContain('device: Laptop');
  expect(one).not.toMatch(/devices:|webhooks:|statusPage:|exclusionCalendars:/);

  const ofMember = await run(['pull', 'member'], { PARLEY_API_KEY: memberKey });
  expect([ofMember.code, ofMember.err]).toEqual([
    0,
    expect.stringContaining('Webhooks are left out'),
  ]);
  const read = readFileSync(join(folder, 'member/parley.config.yml'), 'utf8');
  expect(read).toContain('statusPage:');
  expect(read).not.toContain('webhooks:');
});
