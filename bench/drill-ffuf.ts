/**
 * E10. ffuf requests paths that are often left on servers by mistake (settings, copies, repositories, consoles, source maps),
 * and every route with the ids of another organization, as owner, member, API key and anonymous caller. None of the paths
 * exists, no data of another organization is shown, and nothing breaks.
 *
 *   npm run drill -- ffuf [--quick]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEndpoints } from '@parley/contract';
import { startTestApp } from '@parley/server/testing';
import { fillOrganization } from '@parley/server/testing/filled-organization';
import type { Holdings } from '@parley/server/testing/valid-requests';
import { runDrill } from './drill/drill.ts';
import { requireTool, runTool } from './drill/tools.ts';

const timeoutMs = 300_000;
const folders = ['', 'api/', 'api/v1/', 'api/auth/', 'internal/v1/', 'assets/', 'docs/'];
const names =
  '.env .git/config .git/HEAD .svn/entries .htaccess .npmrc .DS_Store admin actuator/env backup config console data db debug debug/pprof dump error graphql heapdump index install log logs main metrics node_modules/pg/package.json old package phpinfo phpmyadmin private proc/self/environ secret server server-status settings src/main status swagger system test tmp trace uploads users web.config wp-login xmlrpc'.split(
    ' ',
  );
const endings = [
  '',
  '.bak',
  '.json',
  '.js.map',
  '.log',
  '.old',
  '.php',
  '.sql',
  '.ts',
  '.zip',
  '~',
  '%00',
  '%2f..%2f..%2fetc%2fpasswd',
];

requireTool('ffuf');
await runDrill('ffuf', 'E10', async (drill) => {
  process.env.PARLEY_TEST_DATABASE_URL = '';
  const app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  drill.defer(() => app.close());
  const own = await fillOrganization(app, 'Acme');
  const other = await fillOrganization(app, 'Other');
  const folder = mkdtempSync(join(tmpdir(), 'parley-ffuf-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));

  const forgotten = (drill.isQuick ? folders.slice(0, 2) : folders).flatMap((path) =>
    names.flatMap((name) => endings.map((ending) => path + name + ending)),
  );
  const callers = {
    owner: own.owner,
    member: own.member,
    key: { userId: own.owner.userId, token: own.key },
    nobody: { userId: own.owner.userId, token: '' },
  };
  for (const [caller, { userId, token }] of Object.entries(callers)) {
    const foreign = routesOf({ ...other.holdings, userId, id: userId });
    for (const [kind, words] of Object.entries({ forgotten, foreign })) {
      const answers = await ask(app.url, folder, words, token);
      const of = (low: number, high: number) =>
        answers.filter(({ status }) => status >= low && status < high);
      for (const { status, url } of [...of(200, 400), ...of(500, 600)]) console.log(status, url);
      drill.exactly(`${kind} by ${caller}: answers`, answers.length, words.length);
      drill.exactly(`${kind} by ${caller}: shown`, of(200, 400).length, 0);
      drill.exactly(`${kind} by ${caller}: broken`, of(500, 600).length, 0);
    }
  }
});

/** Returns the routes that read data of an organization. */
function routesOf(holdings: Holdings): string[] {
  return allEndpoints
    .filter(({ method, access }) => method === 'GET' && typeof access === 'object')
    .map(({ path }) => path.slice(1))
    .filter((path) => /\{(orgId|\w+Id)\}/.test(path.replace('{userId}', '')))
    .map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => holdings[name] ?? 'none'));
}

async function ask(url: string, folder: string, words: string[], token: string) {
  const list = join(folder, 'words.txt');
  const report = join(folder, 'report.json');
  writeFileSync(list, `${words.join('\n')}\n`);
  const bearer = token ? ['-H', `Authorization: Bearer ${token}`] : [];
  // With several threads, ffuf loses the results of requests that end at the same moment.
  const args = ['-s', '-w', list, '-u', `${url}/FUZZ`, '-mc', 'all', '-t', '1', '-of', 'json'];
  const { output, isCut } = await runTool('ffuf', [...args, '-o', report, ...bearer], timeoutMs);
  if (isCut) throw new Error(`ffuf did not end in time: ${output.slice(-500)}`);
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as {
    results: { status: number; url: string }[];
  };
  return results;
}
