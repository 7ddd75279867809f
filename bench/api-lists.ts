/**
 * How long the first pages of lists take in a small organization and in one with 1,000 projects and
 * 100,000 suites, over HTTP; on the embedded database and, if one is there, on PostgreSQL. A list is
 * flat when the large organization waits no longer than the small one, but for noise.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- api-lists [--requests N]
 */
import { parseArgs } from 'node:util';
import { type Endpoint, organizations, projects, type QueryInput, suites } from '@parley/contract';
import { seedLargeOrganization } from '@parley/server/seed/seed-large-organization';
import { startTestApp } from '@parley/server/testing';
import { createTenant, type Member } from '@parley/server/testing/tenant';
import { measureInTurn, type Spread, shown } from './server/measure-in-turn.ts';

const { values } = parseArgs({ options: { requests: { type: 'string', default: '200' } } });
const requests = Number(values.requests);

/** Only first pages have to be flat; the others have more to do and are shown beside. */
interface List {
  name: string;
  isFlat: boolean;
  ask(member: Member, projectId: string): Promise<{ status: number }>;
}

const sizes = {
  small: { projects: 10, suites: 1_000 },
  large: { projects: 1_000, suites: 100_000 },
};

const flatness = { factor: 2, allowanceMs: 3 };

const lists: List[] = [
  suiteList('suites by name', {}),
  suiteList('suites by change, newest first', { sortField: 'lastModified', sortDirection: 'desc' }),
  suiteList('suites by platform', { sortField: 'platform' }),
  suiteList('suites by phone', { platform: 'phone' }),
  list('suites of a project', suites.pageSuites, (projectId) => ({ projectId, pageSize: 20 })),
  list('suites as a plain list', suites.listSuites, () => ({})),
  list('projects, first page', projects.listProjects, () => ({ page: 1 })),
  list('usage', organizations.getUsage, () => undefined),
  aside(suiteList('suites, page 400', { page: 400 })),
  aside(suiteList('suites, a search with many hits', { search: 'suite 1' })),
  aside(suiteList('suites, a search with one hit', { search: 'e 77' })),
  aside(suiteList('suites, a search without hits', { search: 'nothing like it' })),
  aside(list('projects by number of suites', projects.listProjects, () => bySuites)),
  aside(list('all projects', projects.listProjects, () => ({}))),
];

const bySuites = { page: 1, sortBy: 'testSuiteCount', sortOrder: 'desc' } as const;

const address = process.env.PARLEY_TEST_DATABASE_URL;
const results = [await measureDatabase('embedded', undefined)];
if (address) results.push(await measureDatabase('postgresql', address));

const rows = results.flatMap(({ rows }) => rows);
const worst = Math.max(...rows.filter(({ isFlat }) => isFlat).map(({ large }) => large.p95));
const crooked = rows.filter((row) => row.isFlat && !isFlatRow(row));
const ok = crooked.length === 0;
console.log(
  JSON.stringify({
    bench: 'api-lists',
    unit: 'ms p95 of the slowest first page at 100,000 suites',
    ours: round(worst),
    databases: results.map(({ database }) => database),
    notFlat: crooked.map(({ database, name }) => `${name} (${database})`),
    requests,
    ok,
  }),
);
process.exit(ok ? 0 : 1);

interface Row {
  database: string;
  name: string;
  isFlat: boolean;
  small: Spread;
  large: Spread;
}

async function measureDatabase(
  database: string,
  url: string | undefined,
): Promise<{ database: string; rows: Row[] }> {
  if (url) process.env.PARLEY_TEST_DATABASE_URL = url;
  else delete process.env.PARLEY_TEST_DATABASE_URL;
  const app = await startTestApp({ hasWorker: false });
  try {
    const begunAt = performance.now();
    const small = await fill(sizes.small);
    const large = await fill(sizes.large);
    const filledS = (performance.now() - begunAt) / 1000;
    console.log(`\n${database}: filled in ${filledS.toFixed(1)} s`);
    console.log(`${' '.repeat(34)}1,000 suites p50/p95 ms   100,000 suites p50/p95 ms`);
    const measured: Row[] = [];
    for (const { name, isFlat, ask } of lists) {
      const [ofSmall, ofLarge] = await measureInTurn(
        requests,
        () => ask(small.member, small.projectId),
        () => ask(large.member, large.projectId),
      );
      const row = { database, name, isFlat, small: ofSmall, large: ofLarge };
      console.log(
        `${name.padEnd(34)}${shown(row.small).padStart(23)}${shown(row.large).padStart(28)}`,
      );
      measured.push(row);
    }
    return { database, rows: measured };
  } finally {
    await app.close();
  }

  async function fill(size: { projects: number; suites: number }) {
    const { owner, organizationId } = await createTenant(app);
    const actor = { userId: owner.userId, email: owner.email, sessionId: 'bench' };
    const scope = { db: app.platform.db, actor, organizationId, role: 'owner' as const };
    await seedLargeOrganization(scope, size);
    const { body } = await owner.call(projects.listProjects, { query: { page: 1 } });
    const projectId = 'items' in body ? (body.items[0]?.id ?? '') : '';
    return { member: owner, projectId };
  }
}

function list<const E extends Endpoint>(
  name: string,
  endpoint: E,
  query: (projectId: string) => QueryInput<E> | undefined,
): List {
  return {
    name,
    isFlat: true,
    ask: (member, projectId) => {
      const asked = query(projectId);
      return member.call(endpoint, asked === undefined ? {} : { query: asked });
    },
  };
}

function suiteList(name: string, query: QueryInput<typeof suites.pageSuites>): List {
  return list(name, suites.pageSuites, () => ({ pageSize: 20, ...query }));
}

function aside(shownOnly: List): List {
  return { ...shownOnly, isFlat: false };
}

function isFlatRow({ small, large }: Row): boolean {
  return large.p95 <= small.p95 * flatness.factor + flatness.allowanceMs;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
