/**
 * Measures how long the overview and the list of all suites take over HTTP on PostgreSQL: in a company with 40 suites, 12
 * monitors and 3,400 runs over 14 days, and in an organization with 10,000 suites, 1,000 monitors and a million runs. The
 * first request is shown apart: it computes the standings of all suites, which a job otherwise does as their runs end.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- overview [--requests N] [--small]
 */
import { parseArgs } from 'node:util';
import { overview } from '@parley/contract';
import { seedHistory } from '@parley/server/seed/seed-history';
import { startTestApp } from '@parley/server/testing';
import { createTenant, type Member } from '@parley/server/testing/tenant';
import { measureInTurn, shown } from './server/measure-in-turn.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100' },
    /** Uses a tenth of the large organization, to try the bench itself. */
    small: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);

const days = 14;
const sizes = [
  {
    name: '40 suites',
    goalMs: 150,
    monitors: 12,
    history: { suites: 40, days, runsPerDay: 6, tests: 6, steps: 3 },
  },
  {
    name: '10,000 suites',
    goalMs: 300,
    monitors: values.small ? 100 : 1_000,
    history: { suites: values.small ? 1_000 : 10_000, days, runsPerDay: 7, tests: 1, steps: 1 },
  },
];

const address = process.env.PARLEY_TEST_DATABASE_URL;
if (!address) {
  console.error('Set PARLEY_TEST_DATABASE_URL to a PostgreSQL server.');
  process.exit(2);
}

const app = await startTestApp({ hasWorker: false });
const figures: { name: string; page: string; firstMs: number; p95: number; goalMs: number }[] = [];
try {
  for (const { name, goalMs, monitors, history } of sizes) {
    const { owner, organizationId } = await createTenant(app, { planId: 'enterprise' });
    const { rows } = await app.platform.db.execute<{ name: string }>(
      'select current_database() as name',
    );
    const url = new URL(address);
    url.pathname = `/${rows[0]?.name}`;
    const begunAt = performance.now();
    await seedHistory(url.href, organizationId, history);
    await app.platform.db.execute(
      `update suites set is_monitoring = true where id in (select id from suites
        where organization_id = '${organizationId}' order by id limit ${monitors})`,
    );
    await app.platform.db.execute('analyze suites');
    console.log(`${name}: filled in ${Math.round((performance.now() - begunAt) / 1000)} s`);
    for (const [page, ask] of pages(owner)) {
      const askedAt = performance.now();
      await ask();
      const firstMs = Math.round(performance.now() - askedAt);
      const [spread] = await measureInTurn(requests, ask, ask);
      console.log(
        `${name.padEnd(16)}${page.padEnd(10)}${shown(spread).padStart(18)} ms p50/p95, first ${firstMs} ms`,
      );
      figures.push({ name, page, firstMs, p95: Math.round(spread.p95), goalMs });
    }
  }
} finally {
  await app.close();
}
const ok = figures.every(({ p95, goalMs }) => p95 <= goalMs);
console.log(JSON.stringify({ bench: 'overview', unit: 'ms p95', figures, requests, ok }));
process.exit(ok ? 0 : 1);

function pages(owner: Member): [string, () => Promise<{ status: number }>][] {
  return [
    ['overview', () => owner.call(overview.getOverview, {})],
    ['suites', () => owner.call(overview.listSuiteStandings, {})],
  ];
}
