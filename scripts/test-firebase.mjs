// `npm run test:firebase`: tests the dashboard with Firebase accounts, against the Firebase Auth emulator. The emulator takes
// 500 MB, so it is installed separately, into .cache, on the first run.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();

const version = '15.34.2';
const startDeadlineMs = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}.cache/firebase-tools-${version}/`;
const program = `${folder}node_modules/firebase-tools/lib/bin/firebase.js`;

function install() {
  if (existsSync(program)) return;
  console.log(`Installing firebase-tools ${version} into .cache (once)…`);
  mkdirSync(folder, { recursive: true });
  const dependencies = { 'firebase-tools': version };
  writeFileSync(`${folder}package.json`, JSON.stringify({ private: true, dependencies }));
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function startEmulator() {
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const host = '127.0.0.1';
  const emulators = {
    auth: { host, port },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
    singleProjectMode: false,
  };
  writeFileSync(`${folder}firebase.json`, JSON.stringify({ emulators }));
  const child = spawn(
    process.execPath,
    [program, 'emulators:start', '--only', 'auth', '--project', 'demo-parley'],
    // The emulator writes to the home folder; keep the files of tests in the cache.
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, HOME: folder } },
  );
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const isUp = await fetch(`http://${host}:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { host: `${host}:${port}`, child };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill();
  throw new Error('The Auth emulator did not start.');
}

install();
await buildWeb();
const { host, child } = await startEmulator();
process.on('exit', () => child.kill());
const tests = spawn(
  process.execPath,
  [
    `${root}node_modules/@playwright/test/cli.js`,
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--workers=1',
    'e2e/firebase/',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: host } },
);
tests.once('exit', (code) => process.exit(code ?? 1));
