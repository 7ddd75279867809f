import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program } from './testing/program.ts';

const token = 'tok-3n-4711';

let folder: string;
let bot: Server;
let address: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-environments-'));
  bot = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const { authorization = '', 'x-user': user } = request.headers;
    const words = authorization === `Bearer ${token}` ? `Welcome ${user}` : 'Who are you?';
    response.end(JSON.stringify({ text: words, seen: authorization }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
});
afterEach(async () => {
  bot.close();
  await rm(folder, { recursive: true });
});

async function write(path: string, content: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function parley(args: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', ...variables },
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const suite = (syntax = 2, step = 'hello: Welcome {{user}}') => `configuration:
  syntax: ${syntax}
  channel: { kind: http, url: "{{api}}/", headers: { authorization: "Bearer {{secret.token}}", x-user: "{{user}}" } }
---
- test: A
- ${step}
`;

const staging = () =>
  `variables: { api: "${address}", user: Ada }\nsecrets: { token: STAGING_TOKEN }\n`;

describe('parley run --env', () => {
  it('fills in variables, and secrets from environment variables', async () => {
    await write('a.test.yml', suite());
    await write('environments/staging.yml', staging());
    for (const named of ['staging', 'environments/staging.yml']) {
      const ended = await parley(
        ['run', '--env', named, '-r', 'list', '-r', 'json=out.json', '--evidence', 'kept'],
        { STAGING_TOKEN: token },
      );
      expect(ended).toMatchObject({ code: 0, err: '' });
      expect(ended.out).toContain('Environment: staging');
      const report = await readFile(join(folder, 'out.json'), 'utf8');
      expect(JSON.parse(report).runs[0]).toMatchObject({ environment: 'staging' });
      expect(report).toContain('"seen": "***"');
      expect(report + ended.out).not.toContain(token);
    }
  });

  it('re-evaluates a report without the secrets', async () => {
    await write('a.test.yml', suite());
    await write('staging.yml', staging());
    await parley(['run', '--env', 'staging.yml', '-r', 'json=out.json'], { STAGING_TOKEN: token });
    const again = await parley(['run', '--env', 'staging.yml', '--recorded', 'out.json']);
    expect(again).toMatchObject({ code: 0, err: '' });
  });

  it('lets the command line win over the environment', async () => {
    await write('a.test.yml', suite());
    await write('staging.yml', staging());
    const args = ['run', '--env', 'staging.yml', '--var', 'user=Grace', '-r', 'json'];
    const { out } = await parley(args, { STAGING_TOKEN: token });
    expect(out).toContain('Welcome Grace');
  });

  it('fails a test whose value the environment lacks, and says where and which', async () => {
    await write('a.test.yml', suite());
    await write('production.yml', 'variables: { user: Ada }\n');
    const { code, out } = await parley(['run', '--env', 'production.yml']);
    expect(code).toBe(4);
    expect(out).toContain(
      '{{api}} has no value, in an address of the channel. The environment “production” has no variable of that name.',
    );
  });

  it('says which suites of version 1 do not use it', async () => {
    await write('a.test.yml', suite(1));
    await write('staging.yml', staging());
    const { err } = await parley(['run', '--env', 'staging.yml'], { STAGING_TOKEN: token });
    expect(err).toContain('a.test.yml: the environment "staging" has no effect');
  });

  it.each([
    [
      'nowhere',
      {},
      'There is no environment "nowhere": looked for nowhere, environments/nowhere.yml',
    ],
    ['staging.yml', {}, 'the secret "token" names an environment variable that is not set'],
    ['staging.yml', { STAGING_TOKEN: 'short' }, '"token": A secret has at least 8 characters'],
    ['broken.yml', {}, 'broken.yml:1:12 "token" must name an environment variable'],
    ['', {}, '--env names an environment or its file'],
  ])('refuses %s with %j', async (named, variables, message) => {
    await write('a.test.yml', suite());
    await write('staging.yml', staging());
    await write('broken.yml', `secrets: { token: "${token}" }`);
    const { code, err } = await parley(['run', '--env', named], variables);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain(token);
  });

  it('refuses two names for it', async () => {
    const { code, err } = await parley(['run', '--env', 'a', '--environment', 'b']);
    expect(code).toBe(2);
    expect(err).toContain('--env and --environment are the same');
  });
});

describe('parley lint', () => {
  it('finds values that an environment lacks, at the line of the test', async () => {
    await write('a.test.yml', suite());
    await write('staging.yml', staging());
    await write('production.yml', 'variables: { user: Ada }\nsecrets: { other: TOKEN }\n');
    expect(await parley(['lint', '--env', 'staging.yml'])).toMatchObject({ code: 0 });
    const { code, out } = await parley(['lint', '--env', 'production.yml']);
    expect(code).toBe(3);
    expect(out).toMatch(/^a\.test\.yml:5:1 error “A”: \{\{api\}\} has no value/m);
    expect(out).toMatch(/\{\{secret\.token\}\}.*“production” has no secret/);
  });

  it('finds a secret that would be said', async () => {
    await write('a.test.yml', suite(2, '"I am {{secret.token}}": Welcome'));
    const { code, out } = await parley(['lint']);
    expect(code).toBe(3);
    expect(out).toContain('{{secret.token}} would be sent to the bot');
  });
});
