/**
 * Measures lists and searches in an organization with 1,000 projects, suites and members, and in one with 100,000 projects, a
 * million suites and 10,000 members, over HTTP on PostgreSQL, in a separate database. A list is flat if it takes no longer in
 * the large organization than in the small one, apart from noise. Lists that are read as a whole (all projects, all members)
 * cannot be flat and are only shown.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- scale [--requests N] [--small]
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Endpoint, organizations, projects, type QueryInput, suites } from '@parley/contract';
import { seedLargeOrganization } from '@parley/server/seed/seed-large-organization';
import { startTestApp } from '@parley/server/testing';
import { createTenant, type Member, scopeOf } from '@parley/server/testing/tenant';
import { measureInTurn, type Spread, shown } from './server/measure-in-turn.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100' },
    /** Uses a tenth of the data, for trying out the bench itself. */
    small: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);

/** A list to measure. With `isWhole`, it is read as a whole, so its time grows with the data. */
interface List {
  name: string;
  isWhole?: boolean;
  ask(member: Member, projectId: string): Promise<{ status: number }>;
}

const share = values.small ? 0.1 : 1;
const sizes = {
  small: { projects: 1_000 * share, suites: 1_000 * share, members: 1_000 * share },
  large: { projects: 100_000 * share, suites: 1_000_000 * share, members: 10_000 * share },
};

const goal = { factor: 1.2, noiseMs: 2 };

const bySuites = { page: 1, sortBy: 'testSuiteCount', sortOrder: 'desc' } as const;
const byChange = { page: 1, sortBy: 'lastModified', sortOrder: 'desc' } as const;

const lists: List[] = [
  suiteList('suites by name', {}),
  suiteList('suites by change, newest first', { sortField: 'lastModified', sortDirection: 'desc' }),
  suiteList('suites by platform', { sortField: 'platform' }),
  suiteList('suites by phone', { platform: 'phone' }),
  suiteList('suites, a search with many hits', { search: 'suite' }),
  suiteList('suites, a search with a hit in 16', { search: 'e 7' }),
  suiteList('suites, a search with a hit in 700', { search: ' 777' }),
  suiteList('suites, a search with one hit', { search: nameOf(777) }),
  suiteList('suites, a search without hits', { search: 'nothing like it' }),
  list('suites of a project', suites.pageSuites, (projectId) => ({ projectId, pageSize: 20 })),
  list('suites as a plain list', suites.listSuites, () => ({})),
  list('projects by name', projects.listProjects, () => ({ page: 1 })),
  list('projects by change', projects.listProjects, () => byChange),
  list('projects by number of suites', projects.listProjects, () => bySuites),
  list('projects, a search with many hits', projects.listProjects, () => ({
    page: 1,
    search: 'project',
  })),
  list('projects, a search without hits', projects.listProjects, () => ({
    page: 1,
    search: 'nothing like it',
  })),
  list('usage', organizations.getUsage, () => undefined),
  { ...list('all projects', projects.listProjects, () => ({})), isWhole: true },
  { ...list('all members', organizations.getOrganization, () => undefined), isWhole: true },
];

if (!process.env.PARLEY_TEST_DATABASE_URL) {
  console.error('Name a PostgreSQL server by PARLEY_TEST_DATABASE_URL.');
  process.exit(2);
}

const rows = await measureLists();
const crooked = rows.filter(
  ({ isWhole, small, large }) => !isWhole && large.p95 > small.p95 * goal.factor + goal.noiseMs,
);
const ok = crooked.length === 0;
console.log(
  JSON.stringify({
    bench: 'scale',
    unit: `ms p95 of the slowest page at ${sizes.large.suites.toLocaleString('en-US')} suites`,
    ours: round(Math.max(...rows.filter(({ isWhole }) => !isWhole).map(({ large }) => large.p95))),
    notFlat: crooked.map(({ name }) => name),
    requests,
    ok,
  }),
);
process.exit(ok ? 0 : 1);

interface Row extends List {
  small: Spread;
  large: Spread;
}

async function measureLists(): Promise<Row[]> {
  const app = await startTestApp({ hasWorker: false });
  try {
    const begunAt = performance.now();
    const small = await fill(sizes.small);
    const large = await fill(sizes.large);
    const filledS = (performance.now() - begunAt) / 1000;
    console.log(`Filled in ${filledS.toFixed(0)} s`);
    console.log(`${' '.repeat(36)}small: p50/p95 ms   large: p50/p95 ms`);
    const measured: Row[] = [];
    for (const list of lists) {
      const [ofSmall, ofLarge] = await measureInTurn(
        requests,
        () => list.ask(small.member, small.projectId),
        () => list.ask(large.member, large.projectId),
      );
      console.log(
        `${list.name.padEnd(36)}${shown(ofSmall).padStart(18)}${shown(ofLarge).padStart(20)}`,
      );
      measured.push({ ...list, small: ofSmall, large: ofLarge });
    }
    return measured;
  } finally {
    await app.close();
  }

  async function fill(size: (typeof sizes)['small']) {
    const { owner } = await createTenant(app, { planId: 'enterprise' });
    await seedLargeOrganization(scopeOf(app, owner), size);
    const { body } = await owner.call(projects.listProjects, { query: { page: 1 } });
    const projectId = 'items' in body ? (body.items[0]?.id ?? '') : '';
    return { member: owner, projectId };
  }
}

/** Returns the middle of the name that seed-large-organization.ts gives to a suite. */
function nameOf(suite: number): string {
  return createHash('md5').update(`s${suite}`).digest('hex').slice(0, 8);
}

function list<const E extends Endpoint>(
  name: string,
  endpoint: E,
  query: (projectId: string) => QueryInput<E> | undefined,
): List {
  return {
    name,
    ask: (member, projectId) => {
      const asked = query(projectId);
      return member.call(endpoint, asked === undefined ? {} : { query: asked });
    },
  };
}

function suiteList(name: string, query: QueryInput<typeof suites.pageSuites>): List {
  return list(name, suites.pageSuites, () => ({ pageSize: 20, ...query }));
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
