import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { recordings } from '../../db/schema/recordings.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { lockProject } from '../projects/projects.ts';

const { file: _, ...facts } = getTableColumns(recordings);

export type RecordingRow = Omit<typeof recordings.$inferSelect, 'file'>;

/** Lists the recordings of projects by name, without their files. */
export function listRecordings(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
): Promise<RecordingRow[]> {
  return db
    .select(facts)
    .from(recordings)
    .where(
      and(
        eq(recordings.organizationId, organizationId),
        inArray(recordings.projectId, [...projectIds]),
      ),
    )
    .orderBy(asc(recordings.name), asc(recordings.id));
}

/** Reads the file of a project's recording; undefined if there is none. */
export async function readRecordingFile(
  scope: WorkScope,
  projectId: string,
  id: string,
): Promise<Buffer | undefined> {
  const [row] = await scope.db
    .select({ file: recordings.file })
    .from(recordings)
    .where(inScope(scope, projectId, id));
  return row?.file;
}

/** Finds the file of a recording by name, in the first of the projects that has one. */
export async function findFileByName(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
  name: string,
): Promise<Buffer | undefined> {
  const rows = await db
    .select({ file: recordings.file, projectId: recordings.projectId })
    .from(recordings)
    .where(
      and(
        eq(recordings.organizationId, organizationId),
        inArray(recordings.projectId, [...projectIds]),
        eq(recordings.name, name),
      ),
    );
  const order = (projectId: string) => projectIds.indexOf(projectId);
  return rows.toSorted((a, b) => order(a.projectId) - order(b.projectId))[0]?.file;
}

/**
 * Locks a project and counts its recordings, so that concurrent requests cannot exceed the limit together.
 *
 * @returns undefined if there is no such project
 */
export async function countInLockedProject(
  scope: Scope,
  projectId: string,
): Promise<number | undefined> {
  const isThere = await lockProject(scope, projectId);
  return isThere ? scope.db.$count(recordings, eq(recordings.projectId, projectId)) : undefined;
}

/** @returns undefined if the name is taken; the unique index decides */
export async function insertRecording(
  scope: Scope,
  recording: Omit<typeof recordings.$inferInsert, 'organizationId'>,
): Promise<RecordingRow | undefined> {
  const [row] = await scope.db
    .insert(recordings)
    .values({ ...recording, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning(facts);
  return row;
}

export async function deleteRecording(
  scope: Scope,
  projectId: string,
  id: string,
): Promise<RecordingRow | undefined> {
  const [row] = await scope.db
    .delete(recordings)
    .where(inScope(scope, projectId, id))
    .returning(facts);
  return row;
}

function inScope(scope: WorkScope, projectId: string, id: string): SQL | undefined {
  return and(
    eq(recordings.organizationId, scope.organizationId),
    eq(recordings.projectId, projectId),
    eq(recordings.id, id),
  );
}
