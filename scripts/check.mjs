// `npm run check`: everything that keeps main honest and needs no database and no browser.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from './node-version.mjs';

requireNode24();

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = `${root}node_modules/.bin/`;

const checks = [
  {
    name: 'format and lint',
    command: [`${bin}biome`, 'ci', '--error-on-warnings', '--colors=off', '.'],
  },
  { name: 'types: test language', command: [`${bin}tsc`, '-p', 'packages/suite'] },
  { name: 'types: telemetry', command: [`${bin}tsc`, '-p', 'packages/telemetry'] },
  { name: 'types: contract', command: [`${bin}tsc`, '-p', 'packages/contract'] },
  { name: 'types: server, engine, tools', command: [`${bin}tsc`, '-p', '.'] },
  { name: 'types: dashboard', command: [`${bin}tsc`, '-p', 'apps/web'] },
  { name: 'import directions', command: [process.execPath, 'scripts/check-imports.mjs'] },
  { name: 'tests on PostgreSQL', command: [process.execPath, 'scripts/tests-on-postgresql.mjs'] },
  { name: 'dependencies', command: [process.execPath, 'scripts/check-dependencies.mjs'] },
  { name: 'dead code', command: [`${bin}knip`, '--no-progress', '--no-config-hints'] },
  { name: 'words', command: [process.execPath, 'scripts/check-words.mjs'] },
  { name: 'generated files', command: [process.execPath, 'scripts/generate.mjs', '--check'] },
];

/** @returns {{ passed: number, failed: number }} */
export function runChecks() {
  let failed = 0;
  for (const { name, command } of checks) {
    const startedAt = performance.now();
    const [program = '', ...args] = command;
    const result = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const isFine = result.status === 0;
    console.log(`${isFine ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (isFine) continue;
    failed += 1;
    console.log(`${result.stdout}${result.stderr}`.trimEnd());
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.main) process.exit(runChecks().failed === 0 ? 0 : 1);
