import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const settings = new Set(read('docs/configuration.md').match(/(?<=^\| `)\w+(?=`)/gm));
const folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A path to the repository without special characters, as in a real installation. */
const checkout = join(folder, 'checkout');
symlinkSync(root, checkout);

describe('deploy/Dockerfile', () => {
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  );

  it('copies only what there is', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('copies the manifest of every workspace, which the lockfile asks for', () => {
    const { workspaces } = JSON.parse(read('package.json'));
    const manifests = globSync(
      workspaces.map((pattern: string) => `${pattern}/package.json`),
      { cwd: root },
    );
    expect(manifests.filter((path) => !copied.includes(path))).toEqual([]);
  });

  it('copies what the configuration of a copied folder extends, which the build reads', () => {
    const isCopied = (path: string) =>
      copied.some((source) => path === source || path.startsWith(`${source}/`));
    const configurations = globSync('*/*/tsconfig*.json', { cwd: root }).filter(isCopied);
    const bases = configurations.map((path) =>
      join(dirname(path), JSON.parse(read(path)).extends ?? '.'),
    );
    expect(bases.length).toBeGreaterThan(0);
    expect(bases.filter((path) => !isCopied(path))).toEqual([]);
  });

  it('installs what docs/phone.md asks for on the machine of the workers', () => {
    const programs = / install (flite [^`]+)`/.exec(read('docs/phone.md'))?.[1]?.split(' ') ?? [];
    expect(programs).toContain('pocketsphinx');
    const installed = read('deploy/Dockerfile').split(/\s+/);
    expect(programs.filter((program) => !installed.includes(program))).toEqual([]);
  });

  it('sets only variables that there are', () => {
    const variables = read('deploy/Dockerfile').match(/\bPARLEY_\w+(?==)/g) ?? [];
    expect(variables.length).toBeGreaterThan(0);
    expect(variables.filter((name) => !settings.has(name))).toEqual([]);
  });
});

describe('deploy/compose.yaml', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });

  it('runs one API and several workers on one PostgreSQL and one folder of files', () => {
    expect(services.api.command).toEqual(['api']);
    expect(services.worker.command).toEqual(['worker']);
    expect(services.worker.deploy.replicas).toBeGreaterThan(1);
    for (const service of [services.api, services.worker]) {
      expect(service.environment.DATABASE_URL).toContain('@database:5432/');
      expect(service.volumes).toEqual(services.api.volumes);
    }
  });

  it('sets only variables that there are', () => {
    const names = Object.keys({ ...services.api.environment, ...services.worker.environment });
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });

  it('opens the API to its own machine only, where a proxy with TLS stands', () => {
    expect(services.api.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(services.database.ports).toBeUndefined();
  });
});

describe.each(['parley.service', 'parley-worker@.service'])('deploy/%s', (unit) => {
  const text = read(`deploy/${unit}`);

  it('starts a program that there is', () => {
    const [, program = ''] = /^ExecStart=\S+ (\S+)/m.exec(text) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
  });

  it.runIf(has('systemd-analyze'))('is understood by systemd', () => {
    // The test machine has neither the folder nor the account that the unit names.
    const tried = text.replaceAll('/opt/parley', checkout).replace('User=parley', '');
    const path = join(folder, unit.replace('@', '@1'));
    writeFileSync(path, tried);
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    });
    expect(verified.stderr.split('\n').filter((line) => line.includes(unit.slice(0, 6)))).toEqual(
      [],
    );
  });
});

it('a worker has settings of its own beside those of all, and they win', () => {
  const files = read('deploy/parley-worker@.service').match(/^EnvironmentFile=.*$/gm);
  expect(files).toEqual([
    'EnvironmentFile=-/etc/parley.env',
    'EnvironmentFile=-/etc/parley-worker-%i.env',
  ]);
});

it('a backup of the service is written as the service runs', () => {
  const [, shared = ''] =
    /^as_parley="systemd-run ([^"]+)"$/m.exec(read('docs/operating.md')) ?? [];
  const unit = read('deploy/parley.service').split('\n');
  const properties = shared.match(/(?<=-p )\S+/g) ?? [];
  expect(properties).toContain('User=parley');
  expect(properties.filter((property) => !unit.includes(property))).toEqual([]);
  for (const [setting] of shared.matchAll(/(?<=-E )\S+/g))
    expect(unit.join(' ')).toContain(setting);
  expect(unit.join(' ')).toContain(`ExecStart=${shared.match(/\S+$/)} `);
});

it('every way to start the server gives its heap the same room', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const starts = [
    scripts.start,
    scripts.worker,
    ...['deploy/Dockerfile', 'deploy/parley.service', 'deploy/parley-worker@.service'].map(read),
    read('apps/server/src/test/server-process.ts'),
  ];
  const rooms = starts.map((start) => /--max-old-space-size=(\d+)/.exec(start)?.[1]);
  expect(new Set(rooms)).toEqual(new Set(['2000']));
});

describe('deploy/nginx.conf', () => {
  it('passes on the host with its port, which the server compares with the origin of a page', () => {
    expect(read('deploy/nginx.conf')).toMatch(/^ +proxy_set_header Host \$http_host;$/m);
  });

  it('accepts as much as the server does, so that nginx refuses larger requests itself', () => {
    const accepted = read('deploy/nginx.conf').matchAll(/^ +client_max_body_size (\d+)m;$/gm);
    const mebibyte = 1_048_576;
    expect([...accepted].map(([, size]) => Number(size) * mebibyte)).toEqual([
      4_194_304, // body-of-a-file
      8_388_608, // span-request
    ]);
  });

  it.runIf(has('nginx') && has('openssl'))('is understood by nginx', () => {
    const key = join(folder, 'key.pem');
    const certificate = join(folder, 'certificate.pem');
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'],
      ...['-subj', '/CN=parley.example.com', '-keyout', key, '-out', certificate],
    ]);
    expect(made.status).toBe(0);
    const [, minor = 0] =
      /nginx\/1\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? [];
    const current = read('deploy/nginx.conf');
    expect(current).toMatch(/^ {2}http2 on;$/m);
    // As the comment in the file says for versions before 1.25.1, such as that of Debian 12.
    const site = (
      Number(minor) >= 26
        ? current
        : current.replace('ssl;', 'ssl http2;').replace('  http2 on;\n', '')
    )
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    const path = join(folder, 'nginx.conf');
    writeFileSync(path, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${site}\n}\n`);
    const checked = spawnSync('nginx', ['-t', '-p', dirname(path), '-c', path], {
      encoding: 'utf8',
    });
    expect(checked.stderr).toContain('test is successful');
  });
});

describe('deploy/prometheus-alerts.yml', () => {
  const { groups } = parse(read('deploy/prometheus-alerts.yml'));
  const rules: { alert: string; labels: object; annotations: object }[] = groups.flatMap(
    (group: { rules: unknown[] }) => group.rules,
  );

  it('says of each alert how urgent it is, what happened and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(Object.keys(rule.labels), rule.alert).toEqual(['severity']);
      expect(Object.keys(rule.annotations), rule.alert).toEqual(['summary', 'description']);
    }
  });

  it.runIf(has('promtool'))('is understood by promtool', () => {
    const path = join(root, 'deploy/prometheus-alerts.yml');
    const checked = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
    expect(checked.stdout + checked.stderr).toContain('SUCCESS');
  });
});
