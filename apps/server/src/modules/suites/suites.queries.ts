import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  like,
  or,
  type Placeholder,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { countFound, type Total } from '../../db/count-found.ts';
import { foundInIndex } from '../../db/found-in-index.ts';
import { escapeLike, holds, nameOrder } from '../../db/name-order.ts';
import {
  isOwnById,
  type PageShape,
  pageRange,
  pageShape,
  prepareEach,
  prepareOnce,
} from '../../db/prepare-once.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/database/db.ts';
import { acrossOrganizations } from '../../platform/database/organization-database.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { findProject, readTotals } from '../projects/projects.ts';

export type SuiteRow = typeof suites.$inferSelect;

export interface SuiteFilter {
  platform: 'all' | 'webchat' | 'phone';
  search?: string | undefined;
  projectId?: string | undefined;
}

/** Additional filters of the public API. */
interface ListedFilter extends SuiteFilter {
  isMonitoring?: boolean;
  /** Only suites that have a test with this tag. */
  tag?: string | undefined;
}

interface SuiteOrder {
  sortField: 'name' | 'platform' | 'lastModified';
  sortDirection: 'asc' | 'desc';
}

export interface SuitePage extends SuiteOrder {
  page: number;
  pageSize: number;
}

/** Columns for lists: all but the text and what is derived from it for searches. */
const summaryColumns = {
  id: suites.id,
  name: suites.name,
  description: suites.description,
  projectId: suites.projectId,
  platform: suites.platform,
  deviceId: suites.deviceId,
  testCount: suites.testCount,
  modifiedAt: suites.modifiedAt,
  isMonitoring: suites.isMonitoring,
  monitoringConfig: suites.monitoringConfig,
  version: suites.version,
};

export type SuiteSummaryRow = Pick<SuiteRow, keyof typeof summaryColumns>;

export type ListedSuiteRow = SuiteSummaryRow & Pick<SuiteRow, 'testTags'>;

export async function pageSuites(
  scope: Scope,
  filter: SuiteFilter,
  page: SuitePage,
): Promise<SuiteSummaryRow[]> {
  const range = { limit: page.pageSize, offset: (page.page - 1) * page.pageSize };
  const { db, organizationId } = scope;
  if (!filter.search && !filter.projectId && filter.platform === 'all')
    return pageOfAll(
      db,
      `${page.sortField}_${page.sortDirection}_${pageShape(range.limit, range.offset)}`,
    ).execute({ organizationId, ...range });
  const matched = matching(scope, filter);
  if (!filter.search) return selectPage(db, matched, page, range);
  const orderBy = inOrder(page);
  const found = await foundInIndex(db, suites, { where: matched, orderBy, ...range });
  return db
    .select(summaryColumns)
    .from(suites)
    .where(found)
    .orderBy(...orderBy);
}

type PageName = `${SuiteOrder['sortField']}_${SuiteOrder['sortDirection']}_${PageShape}`;

const pageOfAll = prepareEach((db, name: PageName) => {
  const [sortField, sortDirection, shape] = name.split('_') as [
    SuiteOrder['sortField'],
    SuiteOrder['sortDirection'],
    PageShape,
  ];
  return selectPage(
    db,
    eq(suites.organizationId, sql.placeholder('organizationId')),
    { sortField, sortDirection },
    pageRange(shape),
  ).prepare(`suites_${name}`);
});

/** Selects a page. Finds it in an index first, so that only the rows of the page are read. */
function selectPage(
  db: Database,
  wanted: SQL | undefined,
  suiteOrder: SuiteOrder,
  range: { limit: number | Placeholder; offset: number | Placeholder },
) {
  const order = inOrder(suiteOrder);
  const shown = db
    .select({ id: suites.id })
    .from(suites)
    .where(wanted)
    .orderBy(...order)
    .limit(range.limit)
    .offset(range.offset)
    .as('shown');
  return db
    .select(summaryColumns)
    .from(suites)
    .innerJoin(shown, eq(shown.id, suites.id))
    .orderBy(...order);
}

/** Position of the last suite on a page; the next page begins after it. */
export interface SuitePlace {
  searchName: string;
  id: string;
}

/** Lists suites after a given one, sorted by name. A page costs the same at any depth. */
export async function listSuitesAfter(
  scope: Scope,
  filter: ListedFilter,
  after: SuitePlace | undefined,
  limit: number,
) {
  const place = sql`(${nameOrder(suites.searchName)}, ${suites.id})`;
  const where = and(
    matching(scope, filter),
    filter.isMonitoring ? eq(suites.isMonitoring, true) : undefined,
    filter.tag === undefined ? undefined : sql`${filter.tag} = any(${suites.testTags})`,
    after && sql`${place} > (${after.searchName}::text collate "und-x-icu", ${after.id})`,
  );
  const orderBy = [asc(nameOrder(suites.searchName)), asc(suites.id)];
  return scope.db
    .select({ ...summaryColumns, testTags: suites.testTags, searchName: suites.searchName })
    .from(suites)
    .where(filter.search ? await foundInIndex(scope.db, suites, { where, orderBy, limit }) : where)
    .orderBy(...orderBy)
    .limit(limit);
}

/** Counts suites. Without a search, stored numbers are used. */
export async function countSuites(
  scope: Scope,
  filter: SuiteFilter,
  page: { page: number; pageSize: number },
): Promise<Total> {
  if (filter.search)
    return acrossOrganizations(scope.db, (db) =>
      countFound(db, suites, matching(scope, filter), page),
    );
  const held = filter.projectId
    ? await findProject(scope, filter.projectId)
    : await readTotals(scope);
  const { webchatSuites = 0, phoneSuites = 0 } = held ?? {};
  const all = webchatSuites + phoneSuites;
  return { total: { all, webchat: webchatSuites, phone: phoneSuites }[filter.platform] };
}

const suiteById = prepareOnce((db) =>
  db.select().from(suites).where(isOwnById(suites)).prepare('suite_by_id'),
);

export async function findSuite(
  { db, organizationId }: WorkScope,
  id: string,
): Promise<SuiteRow | undefined> {
  const [row] = await suiteById(db).execute({ organizationId, id });
  return row;
}

/** Finds the oldest suite of a project with exactly this text. */
export async function findSuiteOfText(
  scope: Scope,
  projectId: string,
  source: string,
): Promise<SuiteRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(suites)
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(suites.projectId, projectId),
        eq(suites.source, source),
      ),
    )
    .orderBy(asc(suites.createdAt))
    .limit(1);
  return row;
}

/** Lists suites of projects whose text may use blocks, sorted by name. */
export function listSuitesWithUses(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
  limit: number,
): Promise<Pick<SuiteRow, 'id' | 'name' | 'projectId' | 'source'>[]> {
  const { id, name, projectId, source } = suites;
  return db
    .select({ id, name, projectId, source })
    .from(suites)
    .where(
      and(
        eq(suites.organizationId, organizationId),
        inArray(projectId, [...projectIds]),
        sql`${source} ~* '\\$USE\\s'`,
      ),
    )
    .orderBy(asc(nameOrder(suites.searchName)), asc(id))
    .limit(limit);
}

/** Lists suites of projects whose text may name an agent, by name. */
export function listSuitesWithAgents(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
  limit: number,
): Promise<Pick<SuiteRow, 'id' | 'name' | 'source'>[]> {
  const { id, name, projectId, source } = suites;
  return db
    .select({ id, name, source })
    .from(suites)
    .where(
      and(
        eq(suites.organizationId, organizationId),
        inArray(projectId, [...projectIds]),
        sql`${source} ~ 'agent["'']?\\s*:'`,
      ),
    )
    .orderBy(asc(nameOrder(suites.searchName)), asc(id))
    .limit(limit);
}

/** Locks the suite against deletion until the transaction ends. */
export async function holdSuite(scope: WorkScope, id: string): Promise<SuiteRow | undefined> {
  const [row] = await scope.db.select().from(suites).where(inScope(scope, id)).for('key share');
  return row;
}

/** Locks a suite until the transaction ends, so that changes are made one after another. */
export async function lockSuite(scope: Scope, id: string): Promise<SuiteRow | undefined> {
  const [row] = await scope.db.select().from(suites).where(inScope(scope, id)).for('update');
  return row;
}

export async function insertSuite(
  scope: Scope,
  suite: Omit<typeof suites.$inferInsert, 'organizationId' | 'version'>,
): Promise<SuiteRow> {
  const [row] = await scope.db
    .insert(suites)
    .values({
      testNamesVersion: 1,
      testTagsVersion: 1,
      ...suite,
      organizationId: scope.organizationId,
    })
    .returning();
  return row as SuiteRow;
}

export async function updateSuite(
  scope: Scope,
  id: string,
  change: Partial<Omit<typeof suites.$inferInsert, 'id' | 'organizationId' | 'version'>>,
): Promise<SuiteRow | undefined> {
  const [row] = await scope.db
    .update(suites)
    .set({
      ...change,
      version: sql`${suites.version} + 1`,
      testNamesVersion: versionAfter(suites.testNamesVersion, change.testNames),
      testTagsVersion: versionAfter(suites.testTagsVersion, change.testTags),
      modifiedAt: sql`now()`,
    })
    .where(inScope(scope, id))
    .returning();
  return row;
}

/** Returns the version for which the stored names or tags are valid. They stay valid if the text does not change. */
const versionAfter = (kept: PgColumn, changed: unknown): SQL =>
  changed === undefined
    ? sql`case when ${kept} = ${suites.version} then ${suites.version} + 1 else ${kept} end`
    : sql`${suites.version} + 1`;

/** Marks suites, in their current version, as examples. */
export async function markExamples(scope: Scope, ids: string[]): Promise<void> {
  await scope.db
    .update(suites)
    .set({ exampleVersion: suites.version })
    .where(and(eq(suites.organizationId, scope.organizationId), inArray(suites.id, ids)));
}

/** Lists the IDs of example suites that nobody has changed. */
export async function listExamples(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .select({ id: suites.id })
    .from(suites)
    .where(and(eq(suites.organizationId, scope.organizationId), isExample))
    .orderBy(suites.id);
  return rows.map(({ id }) => id);
}

/** Condition for unchanged examples. A suite that somebody has changed is no longer an example. */
export const isExample = sql`${suites.exampleVersion} = ${suites.version}`;

type SuiteText = Pick<SuiteRow, 'id' | 'organizationId' | 'source' | 'version'>;

/**
 * Lists suites, across all organizations, whose stored test names or tags are outdated. Ordered by ID, starting after a given
 * one.
 */
export function listUnnamedTests(
  db: Database,
  after: string | undefined,
  limit: number,
): Promise<SuiteText[]> {
  const { id, organizationId, source, version } = suites;
  return db
    .select({ id, organizationId, source, version })
    .from(suites)
    .where(
      and(
        or(
          sql`${suites.testNamesVersion} <> ${suites.version}`,
          sql`${suites.testTagsVersion} <> ${suites.version}`,
        ),
        after === undefined ? undefined : gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(limit);
}

/** Stores the names and tags of tests, unless the suite was changed in the meantime. Does not change the suite's version. */
export async function keepTestNames(
  db: Database,
  { id, version }: SuiteText,
  named: Pick<SuiteRow, 'testNames' | 'testTags'>,
): Promise<void> {
  await db
    .update(suites)
    .set({ ...named, testNamesVersion: version, testTagsVersion: version })
    .where(and(eq(suites.id, id), eq(suites.version, version)));
}

export async function deleteSuite(scope: Scope, id: string): Promise<void> {
  await scope.db.delete(suites).where(inScope(scope, id));
}

/** Lists the names of suites in a project that begin with a text; the name of a copy must differ from them. */
export async function listNamesBeginningWith(
  scope: Scope,
  projectId: string,
  beginning: string,
): Promise<string[]> {
  const pattern = `${escapeLike(beginning)}%`;
  const rows = await scope.db
    .select({ name: suites.name })
    .from(suites)
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(suites.projectId, projectId),
        like(suites.name, pattern),
      ),
    );
  return rows.map(({ name }) => name);
}

function inScope(scope: WorkScope, id: string): SQL | undefined {
  return and(eq(suites.organizationId, scope.organizationId), eq(suites.id, id));
}

function matching(scope: Scope, filter: SuiteFilter): SQL | undefined {
  return and(
    eq(suites.organizationId, scope.organizationId),
    filter.projectId ? eq(suites.projectId, filter.projectId) : undefined,
    filter.platform === 'all' ? undefined : eq(suites.platform, filter.platform),
    filter.search ? holds(suites.searchName, filter.search) : undefined,
  );
}

/** Sorts all columns in the same direction, so that an index can be read forwards or backwards. */
function inOrder({ sortField, sortDirection }: SuiteOrder): SQL[] {
  const direction = sortDirection === 'asc' ? asc : desc;
  const columns = {
    name: [nameOrder(suites.searchName)],
    platform: [suites.platform, nameOrder(suites.searchName)],
    lastModified: [suites.modifiedAt],
  }[sortField];
  return [...columns, suites.id].map((column) => direction(column));
}

/** Counts the tests of all monitored suites. */
export async function countMonitoredTests({ db, organizationId }: WorkScope): Promise<number> {
  const [monitored] = await db
    .select({ total: sum(suites.testCount).mapWith(Number) })
    .from(suites)
    .where(and(eq(suites.organizationId, organizationId), suites.isMonitoring));
  return monitored?.total ?? 0;
}
