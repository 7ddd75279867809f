// `npm run dev`: the server, restarted when its code changes, and the dashboard, reloaded on save, with a separate data folder
// and a seeded account.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from './node-version.mjs';

requireNode24();

const root = fileURLToPath(new URL('..', import.meta.url));
const dashboardPort = 5173;
const env = {
  PARLEY_DATA_DIR: `${root}data/dev`,
  PARLEY_PUBLIC_URL: `http://localhost:${dashboardPort}`,
  PARLEY_ORGANIZATION_DOMAINS: 'acme.test',
  ...process.env,
};

/** @param {string[]} args @param {string} cwd */
const run = (args, cwd) => spawn(process.execPath, args, { cwd, stdio: 'inherit', env });

const children = [
  run(['--watch', '--watch-preserve-output', 'apps/server/src/dev.ts'], root),
  run(
    [`${root}node_modules/vite/bin/vite.js`, '--port', String(dashboardPort), '--strictPort'],
    `${root}apps/web`,
  ),
];
console.log(`The dashboard will be at http://localhost:${dashboardPort}.`);

const stop = () => children.forEach((child) => void child.kill('SIGTERM'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) {
  child.on('exit', (code) => {
    stop();
    process.exitCode ||= code ?? 0;
  });
}
