/** `parley deploy` and `parley pull` against a server, each as a process with an API key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiKeys } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

vi.setConfig({ testTimeout: 60_000 });

const program =
  process.env.PARLEY_TEST_CLI ??
  fileURLToPath(new URL('../../../../../packages/cli/src/main.ts', import.meta.url));

let app: TestApp;
let owner: Member;
let key: string;
let memberKey: string;
let readOnlyKey: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

// Each test has an organization of its own.
beforeEach(async () => {
  const tenant = await createTenant(app);
  owner = tenant.owner;
  const newKey = async (person: Member, body = {}) =>
    (await person.call(apiKeys.createApiKey, { body: { name: 'CI', ...body } })).body.key;
  key = await newKey(owner);
  memberKey = await newKey(await tenant.add('member'));
  readOnlyKey = await newKey(owner, { access: 'read' });
  folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'));
  return () => rmSync(folder, { recursive: true });
});

function write(path: string, body: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), body);
}

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PARLEY_URL: app.url,
      PARLEY_API_KEY: key,
      STAGING_TOKEN: 'a-secret-of-staging',
      ON_CALL_URL: 'https://hooks.example/services/T1/B2',
      ...environment,
    },
  });
}

async function ended(child: ChildProcess) {
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const read = (stream: ChildProcess['stdout']) => (stream ? text(stream) : '');
  const [code, out, err] = await Promise.all([closed, read(child.stdout), read(child.stderr)]);
  return { code, out, err };
}

const parley = (...args: string[]) => ended(start(args));
const deploy = (...args: string[]) => parley('deploy', ...args);

const suite = (expected = 'Monday to Friday') =>
  `# Kept as it is written.
configuration:
  syntax: 2
  gate: { rules: [must] }
  channel: { kind: http, url: "{{base}}/message", headers: { authorization: "Bearer {{secret.token}}" } }
---
- test: Hours
- opening hours: ${expected}
`;

const config = `projects:
  - name: Bank
    suites:
      - name: Opening hours
        file: tests/hours.test.yml
        monitor: { everyMinutes: 60, environment: staging, alertWhen: { failures: 2, of: 3 } }
      - { name: Loans, file: tests/loans.test.yml }
    environments:
      - name: staging
        variables: { base: "https://staging.example" }
        secrets: { token: { env: STAGING_TOKEN } }
  - name: Branch
    parent: Bank
    suites:
      - { name: Opening hours, file: tests/hours.test.yml, description: Of the branch }
alertChannels:
  - { name: On call, kind: slack, url: { env: ON_CALL_URL }, classes: [], afterMinutes: 10 }
`;

function writeAll(text = config): void {
  write('parley.config.yml', text);
  write('tests/hours.test.yml', suite());
  write('tests/loans.test.yml', suite('loans'));
}

/** Everything of the organization, as its API shows it. */
async function everything() {
  const get = async (path: string) =>
    (
      await fetch(`${app.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    ).json();
  const { items: projects } = await get('projects');
  const { items: suites } = await get('suites');
  const environments = [];
  for (const { id } of projects) environments.push(...(await get(`projects/${id}/environments`)));
  return {
    projects,
    suites: await Promise.all(suites.map(({ id }: { id: string }) => get(`suites/${id}`))),
    monitors: await Promise.all(suites.map(({ id }: { id: string }) => get(`monitors/${id}`))),
    environments,
    channels: await get('alert-channels'),
  };
}

const namesOf = (all: { name: string }[]) => all.map(({ name }) => name).sort();

describe('parley deploy', () => {
  it('shows first, makes everything, and changes nothing a second time', async () => {
    writeAll();
    const preview = await deploy('--preview');
    expect([preview.code, preview.err]).toEqual([0, '']);
    expect(preview.out.trim().split('\n')).toEqual([
      '+ project Bank',
      '+ environment Bank › staging: variable base, secret token',
      '+ suite Bank › Opening hours: tests/hours.test.yml',
      expect.stringContaining('+ monitor Bank › Opening hours: {"everyMinutes":60'),
      '+ suite Bank › Loans: tests/loans.test.yml',
      '+ project Branch: in Bank',
      '+ suite Branch › Opening hours: tests/hours.test.yml',
      '+ alert channel On call: slack',
    ]);
    expect((await everything()).projects).toEqual([]);

    const first = await deploy();
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toContain('8 changes made.');
    const made = await everything();
    expect(namesOf(made.projects)).toEqual(['Bank', 'Branch']);
    expect(made.suites[0].source).toContain('# Kept as it is written.');
    expect(made.monitors.filter(({ isMonitoring }) => isMonitoring)).toMatchObject([
      { schedule: { everyMinutes: 60, environment: 'staging', alertWhen: { failures: 2, of: 3 } } },
    ]);
    expect(made.channels).toMatchObject([
      { name: 'On call', targetShown: 'hooks.example/…', afterMinutes: 10 },
    ]);
    expect(JSON.stringify(made)).not.toContain('a-secret-of-staging');

    const second = await deploy();
    expect([second.code, second.out]).toEqual([0, 'Nothing to change.\n']);
    expect(await everything()).toEqual(made);
    // Without the values of secrets, too: the server has them.
    expect((await ended(start(['deploy'], { STAGING_TOKEN: '', ON_CALL_URL: '' }))).out).toBe(
      'Nothing to change.\n',
    );
  });

  it('changes what differs, and says what', async () => {
    writeAll();
    await deploy();
    write('tests/hours.test.yml', suite('on Sunday'));
    write(
      'parley.config.yml',
      config
        .replace('everyMinutes: 60', 'everyMinutes: 15')
        .replace('staging.example', 'new.example')
        .replace('afterMinutes: 10', 'afterMinutes: 20'),
    );
    const { out } = await deploy('--json');
    expect(JSON.parse(out)).toEqual({
      changes: [
        {
          action: 'update',
          kind: 'environment',
          name: 'Bank › staging',
          details: ['variable base'],
        },
        {
          action: 'update',
          kind: 'suite',
          name: 'Bank › Opening hours',
          details: ['text of tests/hours.test.yml'],
        },
        {
          action: 'update',
          kind: 'monitor',
          name: 'Bank › Opening hours',
          details: [expect.stringContaining('15')],
        },
        {
          action: 'update',
          kind: 'suite',
          name: 'Branch › Opening hours',
          details: ['text of tests/hours.test.yml'],
        },
        { action: 'update', kind: 'alert channel', name: 'On call', details: ['afterMinutes'] },
      ],
      kept: [],
      made: 5,
    });
    expect((await deploy()).out).toBe('Nothing to change.\n');
    const moved = start(['deploy'], { ON_CALL_URL: 'https://other.example/T1' });
    expect((await ended(moved)).out).toContain('~ alert channel On call: destination');
    expect((await deploy('--set-secrets')).out).toContain(
      '~ environment Bank › staging: secret token',
    );
  });

  it('keeps what the file lacks, and deletes it with --delete only', async () => {
    writeAll();
    await deploy();
    const less = `projects:
  - name: Bank
    suites: [{ name: Opening hours, file: tests/hours.test.yml }]
    environments: [{ name: staging }]
alertChannels: []
`;
    write('parley.config.yml', less);
    const kept = await deploy();
    expect(kept.out).toBe(
      [
        'Nothing to change.',
        '',
        'Not in the file, and kept (--delete deletes it):',
        '  environment Bank › staging: variable base',
        '  environment Bank › staging: secret token',
        '  monitor Bank › Opening hours',
        '  suite Bank › Loans',
        '  alert channel On call',
        '',
      ].join('\n'),
    );
    const before = await everything();
    expect((await deploy('--delete', '--preview')).out).toContain('- suite Bank › Loans');
    expect(await everything()).toEqual(before);

    const deleted = await deploy('--delete');
    expect([deleted.code, deleted.err]).toEqual([0, '']);
    const after = await everything();
    // Projects are never deleted: others may use them.
    expect(namesOf(after.projects)).toEqual(['Bank', 'Branch']);
    expect(namesOf(after.suites)).toEqual(['Opening hours', 'Opening hours']);
    expect(after.monitors.some(({ isMonitoring }) => isMonitoring)).toBe(false);
    expect(after.environments[0]).toMatchObject({ variables: {}, secrets: [] });
    expect(after.channels).toEqual([]);
    expect((await deploy('--delete')).out).toBe('Nothing to change.\n');
  });

  it.each([
    [
      'a name twice',
      config.replace('name: Loans', 'name: opening HOURS'),
      2,
      'projects[0].suites names "opening HOURS" twice.',
    ],
    [
      'a project that is not there',
      config.replace('parent: Bank', 'parent: Bnak'),
      2,
      'There is no project "Bnak", which "Branch" names as its parent.',
    ],
    [
      'an unknown key',
      config.replace('monitor:', 'monitr:'),
      2,
      'projects[0].suites[0] has no key "monitr"',
    ],
    [
      'a secret in the file',
      config.replace('{ env: STAGING_TOKEN }', 'a-secret'),
      2,
      'projects[0].environments[0].secrets.token must not be in the file.',
    ],
    [
      'a file that is not there',
      config.replace('loans.test.yml', 'no.test.yml'),
      2,
      'There is no file "tests/no.test.yml"',
    ],
    [
      'a calendar that is not there',
      config.replace('everyMinutes: 60', 'everyMinutes: 60, calendars: [Holidays]'),
      2,
      'There is no exclusion calendar "Holidays".',
    ],
    [
      'a value that is not set',
      config.replace('STAGING_TOKEN', 'NO_SUCH_TOKEN'),
      2,
      'Set NO_SUCH_TOKEN to the secret "token". Nothing was changed.',
    ],
    ['text that is no YAML', 'projects: [', 2, "parley.config.yml can't be read"],
  ])('refuses %s before it changes anything', async (_, text, code, message) => {
    writeAll(text);
    const refused = await deploy();
    expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(message)]);
    expect((await everything()).projects).toEqual([]);
  });

  it('refuses a suite with an error before it changes anything', async () => {
    writeAll();
    write('tests/loans.test.yml', 'configuration: { syntax: 3 }\n');
    const { code, err } = await deploy();
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('tests/loans.test.yml:1:18 error "syntax" must be 1 or 2.'),
    ]);
    expect((await everything()).projects).toEqual([]);
  });

  it('refuses to guess between suites of one name', async () => {
    writeAll();
    await deploy();
    const { projects } = await everything();
    const projectId = projects.find(({ name }: { name: string }) => name === 'Bank').id;
    const twin = { name: 'Loans', projectId, source: suite() };
    const { status } = await fetch(`${app.url}/api/v1/suites`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(twin),
    });
    expect(status).toBe(201);
    expect((await deploy()).err).toContain('The server has 2 suites named "Loans" in "Bank"');
  });

  it('says what a missing right prevented, and what was made before', async () => {
    writeAll(config.replace(/^alertChannels:[\s\S]*/m, ''));
    const { code, out, err } = await ended(start(['deploy'], { PARLEY_API_KEY: memberKey }));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^\+ environment Bank › staging: Your role does not allow this/),
    ]);
    expect(out).toContain(
      '1 change made.\nNot made; run parley deploy again:\n  + environment Bank › staging\n',
    );
    // The owner completes it.
    expect((await deploy()).code).toBe(0);
    expect((await deploy()).out).toBe('Nothing to change.\n');
    write('tests/loans.test.yml', suite('other'));
    expect((await ended(start(['deploy'], { PARLEY_API_KEY: readOnlyKey }))).code).toBe(2);
  });

  it('takes a configuration in TypeScript', async () => {
    writeAll();
    rmSync(join(folder, 'parley.config.yml'));
    write(
      'parley.config.ts',
      `const names: string[] = ['Opening hours', 'Loans'];
export default { projects: [{ name: 'Bank', suites: names.map((name) => ({ name, file: 'tests/hours.test.yml' })) }] };
`,
    );
    expect((await deploy()).out).toContain('3 changes made.');
    expect((await deploy()).out).toBe('Nothing to change.\n');
  });
});

/** A proxy before the server that calls `before` ahead of each request and may end the connection. */
async function proxied(before: (request: IncomingMessage) => Promise<'break' | undefined>) {
  const proxy = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if ((await before(request)) === 'break') return request.socket.destroy();
    const { method = 'GET', url = '' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) =>
        /^(authorization|content-type|idempotency-key)$/.test(name),
      ),
    ) as Record<string, string>;
    const answer = await fetch(`${app.url}${url}`, {
      method,
      headers,
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => proxy.closeAllConnections() ?? proxy.close(),
  };
}

describe('a deploy that is disturbed', () => {
  it('does not overwrite what somebody changed in between', async () => {
    writeAll();
    await deploy();
    write('tests/loans.test.yml', suite('other loans'));
    const loans = (await everything()).suites.find(
      ({ name }: { name: string }) => name === 'Loans',
    );
    const proxy = await proxied(async ({ method, url }) => {
      if (method === 'PUT' && url?.endsWith(`/suites/${loans.id}`))
        await fetch(`${app.url}/api/v1/suites/${loans.id}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ source: suite('what a colleague wrote') }),
        });
      return undefined;
    });
    const { code, err } = await ended(start(['deploy', '--server', proxy.url]));
    proxy.close();
    expect([code, err]).toEqual([
      4,
      expect.stringContaining('~ suite Bank › Loans: The test suite was changed in the meantime'),
    ]);
    const now = (await everything()).suites.find(({ id }: { id: string }) => id === loans.id);
    expect(now.source).toContain('what a colleague wrote');
  });

  it.each([1, 3, 5, 7])('is completed by the next one if it is killed at change %i', async (at) => {
    writeAll();
    let writes = 0;
    let child: ChildProcess | undefined;
    const proxy = await proxied(async ({ method }) => {
      if (method !== 'GET') writes += 1;
      if (method === 'GET' || writes !== at) return undefined;
      // The server makes the change, and the program never hears of it.
      child?.kill('SIGKILL');
      return undefined;
    });
    child = start(['deploy', '--server', proxy.url]);
    await ended(child);
    proxy.close();
    await vi.waitFor(async () => expect((await everything()).projects.length).toBeGreaterThan(0));
    expect((await deploy()).code).toBe(0);
    expect((await deploy()).out).toBe('Nothing to change.\n');
    const { projects, suites, environments, channels } = await everything();
    expect([projects.length, suites.length, channels.length]).toEqual([2, 3, 1]);
    expect(namesOf(environments)).toContain('staging');
  });

  it('ends with the change that was begun on Ctrl-C', async () => {
    writeAll();
    const began = Promise.withResolvers<void>();
    const proxy = await proxied(async ({ method }) => {
      if (method === 'GET') return undefined;
      began.resolve();
      await new Promise((waited) => setTimeout(waited, 500));
      return undefined;
    });
    const child = start(['deploy', '--server', proxy.url]);
    const ending = ended(child);
    await began.promise;
    child.kill('SIGINT');
    const { code, out } = await ending;
    proxy.close();
    expect([code, out]).toEqual([
      130,
      expect.stringContaining('1 change made.\nNot made; run parley deploy again:'),
    ]);
    expect(namesOf((await everything()).projects)).toEqual(['Bank']);
  });
});

describe('parley pull', () => {
  it('writes what a server has, from which a preview shows no difference', async () => {
    writeAll();
    await deploy();
    const pulled = await parley('pull', 'copy');
    expect([pulled.code, pulled.err]).toEqual([0, '']);
    const written = readFileSync(join(folder, 'copy/parley.config.yml'), 'utf8');
    expect(written).toContain('file: tests/bank/branch/opening-hours.test.yml');
    expect(written).toContain('env: STAGING_TOKEN');
    expect(written).not.toContain('hooks.example');
    expect(readFileSync(join(folder, 'copy/tests/bank/loans.test.yml'), 'utf8')).toBe(
      suite('loans'),
    );

    const preview = await ended(
      start(['deploy', '--preview', '--delete', '--config', 'copy/parley.config.yml'], {
        STAGING_TOKEN: '',
      }),
    );
    expect([preview.code, preview.out, preview.err]).toEqual([0, 'Nothing to change.\n', '']);
    expect((await parley('pull', 'copy')).code).toBe(2);
    expect((await parley('pull', 'copy', '--force')).code).toBe(0);
  });

  it('takes one project, and takes over what was made by hand', async () => {
    writeAll();
    await deploy();
    await parley('pull', 'one', '--project', 'branch');
    const written = readFileSync(join(folder, 'one/parley.config.yml'), 'utf8');
    expect(written).toContain('name: Branch');
    expect(written).not.toContain('Loans');
    const preview = await deploy('--preview', '--delete', '--config', 'one/parley.config.yml');
    expect([preview.code, preview.out]).toEqual([0, 'Nothing to change.\n']);
    expect((await parley('pull', 'two', '--project', 'No such')).err).toBe(
      'There is no project "No such".\n',
    );
  });
});

it('carries the library of a project, before the suites that use it', async () => {
  write(
    'parley.config.yml',
    `projects:
  - name: Bank
    library: tests/bank/blocks.yml
    suites:
      - { name: Hours, file: tests/bank/hours.test.yml }
`,
  );
  write('tests/bank/blocks.yml', '# For all.\n- block: greet\n- hello: welcome\n');
  const uses = (block: string) =>
    `configuration:\n  syntax: 2\n  channel: { kind: http, url: "https://bot.example" }\n---\n- test: A\n- $USE ${block}\n`;
  write('tests/bank/hours.test.yml', uses('greet'));
  const first = await deploy();
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain('library');
  expect((await deploy('--preview')).out).not.toContain('library');

  // A block that neither the file nor the suite has is refused before anything is sent.
  write('tests/bank/hours.test.yml', uses('great'));
  expect(await deploy()).toMatchObject({
    code: 3,
    err: expect.stringContaining('There is no block "great" in this suite.'),
  });
  write('tests/bank/blocks.yml', '# For all.\n- block: great\n- hello: welcome\n');
  expect((await deploy()).code).toBe(0);

  rmSync(join(folder, 'tests'), { recursive: true });
  rmSync(join(folder, 'parley.config.yml'));
  expect((await parley('pull')).code).toBe(0);
  expect(readFileSync(join(folder, 'tests/bank/blocks.yml'), 'utf8')).toContain('- block: great');
  expect((await deploy('--preview')).out).not.toMatch(/create|update/);
  expect((await parley('lint')).code).toBe(0);
});

describe('agents of a project', () => {
  const agent = (path = 'support', { name = 'Support', version = '1.0' } = {}) =>
    `# Owned by the support team.\nagent: ${name}\nversion: "${version}"\nchannel: { kind: http, url: "{{base}}/${path}" }\n`;
  const naming = (name = 'Support') =>
    `configuration:\n  syntax: 2\n  agent: ${name}\n---\n- test: A\n- hello: welcome\n`;
  const withAgents = `projects:
  - name: Bank
    agents: tests/bank/agents.yml
    suites:
      - { name: Hours, file: tests/bank/hours.test.yml, monitor: { everyMinutes: 60, environment: staging } }
    environments:
      - { name: staging, variables: { base: "https://staging.example" } }
`;
  const writeAgents = (text = agent()) => {
    write('parley.config.yml', withAgents);
    write('tests/bank/agents.yml', text);
    write('tests/bank/hours.test.yml', naming());
  };
  const get = async (path: string) =>
    (
      await fetch(`${app.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    ).json();
  const stored = async () => {
    const { items } = await get('projects');
    return items[0] ? get(`projects/${items[0].id}/agents`) : [];
  };

  it('are shown first, made before the suites that name them, and unchanged the second time', async () => {
    writeAgents(`${agent()}---\n${agent('sales', { name: 'Sales' })}`);
    const preview = await deploy('--preview');
    expect([preview.code, preview.err]).toEqual([0, '']);
    expect(preview.out.split('\n')).toEqual(
      expect.arrayContaining([
        '+ agent Bank › Support: tests/bank/agents.yml',
        '+ agent Bank › Sales: tests/bank/agents.yml',
      ]),
    );
    expect((await get('projects')).items).toEqual([]);

    const first = await deploy();
    expect([first.code, first.err]).toEqual([0, '']);
    const made = await stored();
    expect(made).toMatchObject([
      { name: 'Sales', agentVersion: '1.0', version: 1 },
      { name: 'Support', agentVersion: '1.0', version: 1, source: agent() },
    ]);
    expect((await deploy()).out).toBe('Nothing to change.\n');
    expect(await stored()).toEqual(made);
  });

  it('are changed alone, and only the one that differs', async () => {
    writeAgents(`${agent()}---\n${agent('sales', { name: 'Sales' })}`);
    await deploy();
    write(
      'tests/bank/agents.yml',
      `${agent('new', { version: '2.0' })}---\n${agent('sales', { name: 'Sales' })}`,
    );
    const preview = await deploy('--preview');
    expect(preview.out).toContain('agent Bank › Support');
    expect((await stored()).map(({ version }: { version: number }) => version)).toEqual([1, 1]);
    expect(JSON.parse((await deploy('--json')).out).changes).toEqual([
      {
        action: 'update',
        kind: 'agent',
        name: 'Bank › Support',
        details: ['tests/bank/agents.yml'],
      },
    ]);
    expect(await stored()).toMatchObject([
      { name: 'Sales', version: 1 },
      {
        name: 'Support',
        agentVersion: '2.0',
        version: 2,
        source: agent('new', { version: '2.0' }),
      },
    ]);
  });

  it('that were made by hand are taken over by name, whatever its case', async () => {
    writeAgents();
    write('parley.config.yml', 'projects: [{ name: Bank }]\n');
    await deploy();
    const { items } = await get('projects');
    const { status } = await fetch(`${app.url}/api/v1/projects/${items[0].id}/agents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ source: agent('by-hand', { name: 'SUPPORT' }) }),
    });
    expect(status).toBe(201);
    const [{ id }] = await stored();
    write('parley.config.yml', withAgents);
    const taken = await deploy();
    expect([taken.code, taken.err]).toEqual([0, '']);
    expect(await stored()).toMatchObject([{ id, name: 'Support', version: 2, source: agent() }]);

    // Suites name agents by their exact name, so another spelling would leave this suite without one.
    write('tests/bank/agents.yml', agent('support', { name: 'SUPPORT' }));
    write('tests/bank/hours.test.yml', naming('SUPPORT'));
    const respelled = await deploy();
    expect([respelled.code, respelled.err]).toEqual([
      2,
      expect.stringContaining('The agent cannot be renamed, because test suites name it: “Hours”'),
    ]);
    expect(await stored()).toMatchObject([{ name: 'Support', version: 2 }]);
  });

  it('that the file lacks stay, and go with --delete only, after the suites that name them', async () => {
    writeAgents();
    await deploy();
    write('parley.config.yml', withAgents.replace('    agents: tests/bank/agents.yml\n', ''));
    const unsaid = await deploy('--delete');
    expect([unsaid.code, unsaid.err]).toEqual([0, '']);
    expect(await stored()).toMatchObject([{ name: 'Support' }]);

    write('parley.config.yml', withAgents.replace(/ {4}suites:\n.*\n/, ''));
    write('tests/bank/agents.yml', agent('sales', { name: 'Sales' }));
    const kept = await deploy();
    expect(kept.code).toBe(0);
    expect(kept.out).toContain('Support');
    expect(await stored()).toMatchObject([{ name: 'Sales' }, { name: 'Support' }]);

    const preview = await deploy('--preview', '--delete');
    const lines = preview.out.split('\n');
    const suiteAt = lines.findIndex((line) => line.startsWith('- suite Bank › Hours'));
    expect(suiteAt).toBeGreaterThanOrEqual(0);
    expect(lines.findIndex((line) => line.startsWith('- agent Bank › Support'))).toBeGreaterThan(
      suiteAt,
    );
    expect(await stored()).toHaveLength(2);
    const gone = await deploy('--delete');
    expect([gone.code, gone.err]).toEqual([0, '']);
    expect(await stored()).toMatchObject([{ name: 'Sales' }]);
  });

  it('are not deleted while a suite of the server still names them', async () => {
    writeAgents();
    await deploy();
    write('tests/bank/agents.yml', agent('sales', { name: 'Sales' }));
    const refused = await deploy('--delete');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain(
      'tests/bank/hours.test.yml:3:3 error There is no agent "Support".',
    );
    expect(await stored()).toMatchObject([{ name: 'Support' }]);
  });

  it('with errors are refused with their place before anything is made', async () => {
    const refusals: [string, string][] = [
      [`${agent()}---\nagent: Sales\nchannel: { kind: none }\n`, 'tests/bank/agents.yml:7:'],
      [
        `${agent()}---\n${agent('other')}`,
        'tests/bank/agents.yml:7:1 error There are two agents "Support".',
      ],
      [
        'agent: Support\nchanel: { kind: http, url: "https://a.example" }\n',
        'tests/bank/agents.yml:',
      ],
      [': [\n', 'tests/bank/agents.yml:'],
    ];
    for (const [text, place] of refusals) {
      writeAgents(text);
      const { code, err } = await deploy();
      expect([text, code, err]).toEqual([text, 3, expect.stringContaining(place)]);
    }
    rmSync(join(folder, 'tests/bank/agents.yml'));
    const missing = await deploy();
    expect(missing.code).not.toBe(0);
    expect(missing.err).toContain('agents.yml", which the configuration names.');
    expect((await get('projects')).items).toEqual([]);
  });

  it('are not overwritten if somebody changes them during the deploy', async () => {
    writeAgents();
    await deploy();
    const [{ id, projectId }] = await stored();
    const path = `/api/v1/projects/${projectId}/agents/${id}`;
    const proxy = await proxied(async ({ method, url }) => {
      if (method === 'PUT' && url?.endsWith(`/agents/${id}`))
        await fetch(`${app.url}${path}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ source: agent('theirs'), version: 1 }),
        });
      return undefined;
    });
    write('tests/bank/agents.yml', agent('mine'));
    const { code } = await ended(start(['deploy', '--server', proxy.url]));
    proxy.close();
    expect(code).toBe(4);
    expect(await stored()).toMatchObject([{ source: agent('theirs') }]);
  });

  it('are pulled as a file beside the suites, from which a preview shows no difference', async () => {
    writeAgents(`${agent()}---\n${agent('sales', { name: 'Sales' })}`);
    await deploy();
    rmSync(join(folder, 'tests'), { recursive: true });
    rmSync(join(folder, 'parley.config.yml'));
    const pulled = await parley('pull');
    expect([pulled.code, pulled.err]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'parley.config.yml'), 'utf8')).toContain(
      'agents: tests/bank/agents.yml',
    );
    const text = readFileSync(join(folder, 'tests/bank/agents.yml'), 'utf8');
    expect(text).toContain(agent());
    expect(text).toContain(agent('sales', { name: 'Sales' }));
    const preview = await deploy('--preview', '--delete');
    expect([preview.code, preview.out]).toEqual([0, 'Nothing to change.\n']);
    expect((await parley('lint')).code).toBe(0);
  });
});
