/**
 * R28. Third-party tools read the description of the public API. Redocly and Spectral report no problems. Clients that
 * openapi-typescript, Hey API and Orval generate compile and do a CI's job against a real server: start a run, wait for it,
 * and read its result.
 *
 *   npm run drill -- api-clients
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestApp } from '@parley/server/testing';
import { createBotSuite } from '@parley/server/testing/bot-suite';
import { startCountingBot } from '@parley/server/testing/counting-bot';
import { createKey } from '@parley/server/testing/filled-organization';
import { createTenant } from '@parley/server/testing/tenant';

import { type Drill, runDrill } from './drill/drill.ts';

/** Only this drill needs these packages, so they are not installed with the repository. */
const packages = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  'orval@8.38.0',
];

const generators = ['openapi-typescript', 'hey-api', 'orval'] as const;

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
const jobs = new URL('./api-clients/', import.meta.url);

const strict = [
  ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', 'false', '--skipLibCheck'],
  ...['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...['--lib', 'es2024,dom,dom.iterable', '--types', ''],
];

await runDrill('api-clients', 'R28', async (drill) => {
  process.env.PARLEY_TEST_DATABASE_URL = '';
  const folder = mkdtempSync(join(tmpdir(), 'parley-api-clients-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  // Install with npm itself: this is the only step that needs the network.
  const installed = await call(folder, 'npm', ['install', '--no-audit', '--no-fund', ...packages]);
  // Counts as a failure, because nothing was verified.
  if (!installed.isFine) throw new Error('Not run: the tools could not be installed.');
  const bot = await startCountingBot();
  drill.defer(() => bot.close());
  const app = await startTestApp({ reachable: [bot.address] });
  drill.defer(() => app.close());
  const { owner } = await createTenant(app);
  const { key } = await createKey(owner);
  const suiteId = await createBotSuite(owner, { botUrl: bot.url, tests: 2 });

  const response = await fetch(`${app.url}/docs/json`);
  writeFileSync(join(folder, 'openapi.json'), await response.text());
  await lint(drill, folder);
  await generate(folder, app.url);
  let compiled = 0;
  let done = 0;
  for (const generator of generators) {
    copyFileSync(new URL(`${generator}.txt`, jobs), join(folder, `${generator}.ts`));
    const isCompiled = report(
      generator,
      await call(folder, `${bin}tsc`, [...strict, `${generator}.ts`]),
    );
    if (isCompiled) compiled += 1;
    // Generated files import one another without an extension, which Node does not resolve.
    const bundle = ['--platform', 'node', '--file', `${generator}.mjs`, `${generator}.ts`];
    if (!report(generator, await call(folder, `${bin}rolldown`, bundle))) continue;
    const environment = { PARLEY_URL: app.url, PARLEY_API_KEY: key, SUITE: suiteId };
    const job = await call(folder, process.execPath, [`${generator}.mjs`], environment);
    const isDone = report(generator, job) && job.output.trim() === 'passed 2/2 <testsuites';
    if (!isDone) console.log(`${generator} said: ${job.output}`);
    if (isDone) done += 1;
  }
  drill.exactly('generated clients that compile', compiled, generators.length);
  drill.exactly('generated clients that do the job of a CI', done, generators.length);
});

async function lint(drill: Drill, folder: string): Promise<void> {
  writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const redocly = await call(folder, 'npx', [
    ...['redocly', 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json'],
  ]);
  const { totals } = JSON.parse(redocly.output.slice(redocly.output.indexOf('{'))) as {
    totals: { errors: number; warnings: number };
  };
  drill.exactly('complaints of Redocly', totals.errors + totals.warnings, 0);
  const spectral = await call(folder, 'npx', [
    'spectral',
    'lint',
    '-q',
    '-f',
    'json',
    'openapi.json',
  ]);
  const complaints = JSON.parse(spectral.output || '[]') as unknown[];
  drill.exactly('complaints of Spectral', complaints.length, 0);
}

async function generate(folder: string, url: string): Promise<void> {
  const made = 'generated';
  report(
    'openapi-typescript',
    await call(folder, 'npx', ['openapi-typescript', 'openapi.json', '-o', `${made}/paths.ts`]),
  );
  report(
    'hey-api',
    await call(folder, 'npx', [
      'openapi-ts',
      '-i',
      'openapi.json',
      '-o',
      `${made}/hey-api`,
      '-c',
      '@hey-api/client-fetch',
    ]),
  );
  const target = { target: `./${made}/orval.ts`, client: 'fetch', baseUrl: `${url}/api/v1` };
  const configuration = { parley: { input: './openapi.json', output: target } };
  writeFileSync(
    join(folder, 'orval.config.mjs'),
    `export default ${JSON.stringify(configuration)};`,
  );
  report('orval', await call(folder, 'npx', ['orval', '--config', 'orval.config.mjs']));
}

interface Called {
  isFine: boolean;
  output: string;
  errors: string;
}

function call(
  folder: string,
  program: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Called> {
  const options = {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 300_000,
    env: { ...process.env, ...more },
  };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, output, errors) =>
      resolve({ isFine: error === null, output, errors }),
    );
  });
}

function report(what: string, { isFine, output, errors }: Called): boolean {
  if (!isFine) console.log(`${what}: ${output.slice(-2000)}${errors.slice(-2000)}`);
  return isFine;
}
