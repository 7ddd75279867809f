/**
 * Measures how long the command palette waits for names in an organization with 1,000 projects, 10,000 suites of ten tests and
 * 1,000 members, over HTTP on the embedded database, or on the PostgreSQL server of PARLEY_TEST_DATABASE_URL.
 *
 *   npm run bench -- search [--requests N]
 */
import { parseArgs } from 'node:util';
import { search } from '@parley/contract';
import { seedLargeOrganization } from '@parley/server/seed/seed-large-organization';
import { startTestApp } from '@parley/server/testing';
import { createTenant, scopeOf } from '@parley/server/testing/tenant';
import { measureInTurn, shown } from './server/measure-in-turn.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100' } } });
const requests = Number(values.requests);

const sizes = { projects: 1_000, suites: 10_000, tests: 10, members: 1_000 };
const goalMs = 100;
const searches = [
  's',
  'suite',
  'suite 777',
  'zürich',
  'e 7 s',
  'greets',
  'greets 77 5',
  'nothing like it',
];

const app = await startTestApp({ hasWorker: false });
const slowest: number[] = [];
try {
  const { owner } = await createTenant(app, { planId: 'enterprise' });
  await seedLargeOrganization(scopeOf(app, owner), sizes);
  for (const text of searches) {
    const ask = () => owner.call(search.searchNames, { query: { search: text } });
    const [spread] = await measureInTurn(requests, ask, ask);
    console.log(`${text.padEnd(20)}${shown(spread).padStart(18)} ms p50/p95`);
    slowest.push(spread.p95);
  }
} finally {
  await app.close();
}
const ours = Math.round(Math.max(...slowest) * 10) / 10;
const ok = ours <= goalMs;
console.log(
  JSON.stringify({ bench: 'search', unit: 'ms p95 at 10,000 suites', ours, goalMs, requests, ok }),
);
process.exit(ok ? 0 : 1);
