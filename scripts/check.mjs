// `npm run check`: all checks that need neither a database nor a browser.
import { fileURLToPath } from 'node:url';
import { requireNode24 } from './node-version.mjs';
import { readProgram } from './programs.mjs';

requireNode24();

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

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
  // Builds the dashboard, whose pages have size limits.
  { name: 'dashboard', command: [process.execPath, 'scripts/build-web.mjs'] },
  { name: 'import directions', command: [process.execPath, 'scripts/check-imports.mjs'] },
  { name: 'tests on PostgreSQL', command: [process.execPath, 'scripts/tests-on-postgresql.mjs'] },
  { name: 'dependencies', command: [process.execPath, 'scripts/check-dependencies.mjs'] },
  { name: 'dead code', command: [`${bin}knip`, '--no-progress', '--no-config-hints'] },
  { name: 'words', command: [process.execPath, 'scripts/check-words.mjs'] },
  { name: 'generated files', command: [process.execPath, 'scripts/generate.mjs', '--check'] },
];

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runChecks() {
  let failed = 0;
  for (const { name, command } of checks) {
    const startedAt = performance.now();
    const [program = '', ...args] = command;
    const { status, output } = await readProgram(program, args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const isFine = status === 0;
    console.log(`${isFine ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (isFine) continue;
    failed += 1;
    console.log(output.trimEnd());
  }
  return { passed: checks.length - failed, failed };
}

if (import.meta.main) process.exit((await runChecks()).failed === 0 ? 0 : 1);
