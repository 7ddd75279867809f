import { and, asc, count, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { countFound, type Total } from '../../db/count-found.ts';
import { foundInIndex } from '../../db/found-in-index.ts';
import { holds, nameOrder, withoutCase } from '../../db/name-order.ts';
import {
  isOwnById,
  type PageShape,
  pageRange,
  pageShape,
  prepareEach,
  prepareOnce,
} from '../../db/prepare-once.ts';
import { organizationTotals, projects } from '../../db/schema/projects.ts';
import type { Database } from '../../platform/database/db.ts';
import { acrossOrganizations } from '../../platform/database/organization-database.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';

export type ProjectRow = typeof projects.$inferSelect;

export interface ProjectFilter {
  search?: string | undefined;
  parentId?: string | undefined;
}

export interface ProjectOrder {
  sortBy: 'name' | 'lastModified' | 'testSuiteCount';
  sortOrder: 'asc' | 'desc';
}

/** Maximum number of projects in lists without pages; the sidebar and the hierarchy need all of them. */
const projectsMax = 10_000;

const byName = [asc(nameOrder(projects.name)), asc(projects.id)];

export function listProjects(scope: Scope, filter: ProjectFilter = {}): Promise<ProjectRow[]> {
  return scope.db
    .select()
    .from(projects)
    .where(matching(scope, filter))
    .orderBy(...byName)
    .limit(projectsMax);
}

/** The last project of a page; the next page starts after it. */
export interface ProjectPlace {
  name: string;
  id: string;
}

/** Lists projects after a given one, sorted by name. */
export async function listProjectsAfter(
  scope: Scope,
  filter: ProjectFilter,
  after: ProjectPlace | undefined,
  limit: number,
): Promise<ProjectRow[]> {
  const place = sql`(${nameOrder(projects.name)}, ${projects.id})`;
  const where = and(
    matching(scope, filter),
    after && sql`${place} > (${after.name}::text collate "und-x-icu", ${after.id})`,
  );
  return scope.db
    .select()
    .from(projects)
    .where(
      filter.search
        ? await foundInIndex(scope.db, projects, { where, orderBy: byName, limit })
        : where,
    )
    .orderBy(...byName)
    .limit(limit);
}

export async function pageProjects(
  scope: Scope,
  filter: ProjectFilter,
  page: ProjectOrder & { page: number; pageSize: number },
): Promise<ProjectRow[]> {
  const { pageSize: limit } = page;
  const offset = (page.page - 1) * limit;
  if (!filter.search && !filter.parentId)
    return pageOfAll(
      scope.db,
      `${page.sortBy}_${page.sortOrder}_${pageShape(limit, offset)}`,
    ).execute({ organizationId: scope.organizationId, limit, offset });
  const where = matching(scope, filter);
  const orderBy = inOrder(page);
  if (filter.search)
    return scope.db
      .select()
      .from(projects)
      .where(await foundInIndex(scope.db, projects, { where, orderBy, limit, offset }))
      .orderBy(...orderBy);
  return scope.db
    .select()
    .from(projects)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
}

type PageName = `${ProjectOrder['sortBy']}_${ProjectOrder['sortOrder']}_${PageShape}`;

const pageOfAll = prepareEach((db, name: PageName) => {
  const [sortBy, sortOrder, shape] = name.split('_') as [
    ProjectOrder['sortBy'],
    ProjectOrder['sortOrder'],
    PageShape,
  ];
  const { limit, offset } = pageRange(shape);
  return db
    .select()
    .from(projects)
    .where(eq(projects.organizationId, sql.placeholder('organizationId')))
    .orderBy(...inOrder({ sortBy, sortOrder }))
    .limit(limit)
    .offset(offset)
    .prepare(`projects_${name}`);
});

/** Counts projects. Without filters, uses the stored total of the organization. */
export async function countProjects(
  scope: Scope,
  filter: ProjectFilter,
  page: { page: number; pageSize: number },
): Promise<Total> {
  const isOfAll = !filter.search && !filter.parentId;
  if (isOfAll) return { total: (await readTotals(scope)).projects };
  const count = (db: Database) => countFound(db, projects, matching(scope, filter), page);
  return filter.search ? acrossOrganizations(scope.db, count) : count(scope.db);
}

const projectById = prepareOnce((db) =>
  db.select().from(projects).where(isOwnById(projects)).prepare('project_by_id'),
);

export async function findProject(
  { db, organizationId }: WorkScope,
  id: string,
): Promise<ProjectRow | undefined> {
  const [row] = await projectById(db).execute({ organizationId, id });
  return row;
}

/** Lists the projects whose parts a project can use: itself, then its parent. Empty if there is no such project. */
export async function listWithAbove(scope: WorkScope, id: string): Promise<string[]> {
  const project = await findProject(scope, id);
  if (!project) return [];
  const { parentProjectId: above } = project;
  return above === null ? [id] : [id, above];
}

/** Lists the IDs of the projects below a project. */
export async function listSubprojects(
  { db, organizationId }: WorkScope,
  id: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.parentProjectId, id)));
  return rows.map((row) => row.id);
}

/**
 * Locks a project until the transaction ends, so that concurrent requests cannot exceed a limit on its parts together.
 *
 * @returns false if there is no such project
 */
export async function lockProject({ db, organizationId }: Scope, id: string): Promise<boolean> {
  const locked = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.id, id)))
    .for('no key update');
  return locked.length > 0;
}

export async function isNameTaken(
  scope: Scope,
  name: string,
  place: { parentId?: string | undefined; excludeId?: string | undefined },
): Promise<boolean> {
  const [row] = await scope.db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(
        eq(projects.organizationId, scope.organizationId),
        place.parentId
          ? eq(projects.parentProjectId, place.parentId)
          : isNull(projects.parentProjectId),
        sql`${withoutCase(projects.name)} = ${withoutCase(sql`${name}::text`)}`,
        place.excludeId ? ne(projects.id, place.excludeId) : undefined,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Finds a top-level project by its name, ignoring case. */
export async function findProjectNamed(
  scope: Scope,
  name: string,
): Promise<ProjectRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.organizationId, scope.organizationId),
        isNull(projects.parentProjectId),
        sql`${withoutCase(projects.name)} = ${withoutCase(sql`${name}::text`)}`,
      ),
    )
    .limit(1);
  return row;
}

/** Finds the example project; there is at most one. */
export async function findExampleProject(scope: Scope): Promise<ProjectRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(projects)
    .where(and(eq(projects.organizationId, scope.organizationId), eq(projects.isExample, true)));
  return row;
}

/** Marks a project as the example of its organization, or as an ordinary project. */
export async function setExample(
  scope: Scope,
  id: string,
  isExample: boolean,
): Promise<ProjectRow> {
  const [row] = await scope.db
    .update(projects)
    .set({ isExample })
    .where(inScope(scope, id))
    .returning();
  return found(row);
}

/**
 * Inserts a project; undefined if the name is taken. The unique index decides, so only one of two concurrent requests succeeds.
 */
export async function insertProject(
  scope: Scope,
  project: { id: string; name: string; description: string; parentProjectId: string | null },
): Promise<ProjectRow | undefined> {
  const [row] = await scope.db
    .insert(projects)
    .values({ ...project, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Updates a project. Returns undefined if it does not exist or no longer has `version`. */
export async function updateProject(
  scope: Scope,
  id: string,
  change: { name: string; description?: string | undefined },
  version: number | undefined,
): Promise<ProjectRow | undefined> {
  const [row] = await scope.db
    .update(projects)
    .set({ ...change, version: sql`${projects.version} + 1`, modifiedAt: sql`now()` })
    .where(
      and(inScope(scope, id), version === undefined ? undefined : eq(projects.version, version)),
    )
    .returning();
  return row;
}

export async function countSubprojects(scope: Scope, id: string): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(projects)
    .where(matching(scope, { parentId: id }));
  return row?.total ?? 0;
}

/**
 * Deletes a project only if it is empty. The caller must have locked the totals (`addToTotals`), as all callers that add
 * something do.
 */
export async function deleteEmptyProject(
  scope: Scope,
  id: string,
): Promise<ProjectRow | undefined> {
  const [row] = await scope.db
    .delete(projects)
    .where(
      and(
        inScope(scope, id),
        eq(projects.webchatSuites, 0),
        eq(projects.phoneSuites, 0),
        sql`not exists (select 1 from projects child where child.parent_project_id = ${projects.id})`,
      ),
    )
    .returning();
  return row;
}

/**
 * Updates the suite counts of a project and its organization. Returns false if there is no such project. The rows stay locked
 * until the transaction ends.
 */
export async function addToSuiteCount(
  scope: Scope,
  id: string,
  change: { platform: 'webchat' | 'phone'; by: 1 | -1 },
): Promise<boolean> {
  const column = change.platform === 'webchat' ? 'webchatSuites' : 'phoneSuites';
  await addToTotals(scope, { [column]: change.by });
  const rows = await scope.db
    .update(projects)
    .set({ [column]: sql`${projects[column]} + ${change.by}` })
    .where(inScope(scope, id))
    .returning({ id: projects.id });
  return rows.length > 0;
}

/** Numbers of projects and suites in an organization. */
interface Totals {
  projects: number;
  webchatSuites: number;
  phoneSuites: number;
}

const totalsOf = prepareOnce((db) =>
  db
    .select()
    .from(organizationTotals)
    .where(eq(organizationTotals.organizationId, sql.placeholder('organizationId')))
    .prepare('totals_of'),
);

export async function readTotals({ db, organizationId }: Scope): Promise<Totals> {
  const [row] = await totalsOf(db).execute({ organizationId });
  return row ?? { projects: 0, webchatSuites: 0, phoneSuites: 0 };
}

/**
 * Adds to the organization's totals and locks their row until the transaction ends. Call it in the transaction of the change,
 * before locking a project; the opposite order can deadlock.
 */
export async function addToTotals(scope: Scope, change: Partial<Totals>): Promise<void> {
  const { projects = 0, webchatSuites = 0, phoneSuites = 0 } = change;
  const to = organizationTotals;
  await scope.db
    .insert(to)
    .values({ organizationId: scope.organizationId, projects, webchatSuites, phoneSuites })
    .onConflictDoUpdate({
      target: to.organizationId,
      set: {
        projects: sql`${to.projects} + ${projects}`,
        webchatSuites: sql`${to.webchatSuites} + ${webchatSuites}`,
        phoneSuites: sql`${to.phoneSuites} + ${phoneSuites}`,
      },
    });
}

function inScope(scope: WorkScope, id: string): SQL | undefined {
  return and(eq(projects.organizationId, scope.organizationId), eq(projects.id, id));
}

function matching(scope: Scope, filter: ProjectFilter): SQL | undefined {
  return and(
    eq(projects.organizationId, scope.organizationId),
    filter.parentId ? eq(projects.parentProjectId, filter.parentId) : undefined,
    filter.search ? holds(withoutCase(projects.name), filter.search) : undefined,
  );
}

function inOrder(order: ProjectOrder): SQL[] {
  const direction = order.sortOrder === 'asc' ? asc : desc;
  const first = {
    name: undefined,
    lastModified: projects.modifiedAt,
    testSuiteCount: sql`(${projects.webchatSuites} + ${projects.phoneSuites})`,
  }[order.sortBy];
  const ties = [direction(nameOrder(projects.name)), direction(projects.id)];
  return first ? [direction(first), ...ties] : ties;
}
