import type { Library } from '@parley/contract';
import { maskCredentials, type Problem } from '@parley/suite';
import { inTransaction, mayAlso, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject, listWithAbove, lockProject } from '../projects/projects.ts';
import { type LibraryRow, listLibraries, putLibrary } from './libraries.queries.ts';
import { parsedLibrary } from './linked-source.ts';

/** Maximum number of problems in a response. */
const problemsMax = 100;

/** Reads the library of a project. @throws ApiError `not_found` for a project that is not in scope */
export async function readLibrary(scope: Scope, projectId: string): Promise<Library> {
  const [, above] = await idsOf(scope, projectId);
  const rows = await listLibraries(scope, above === undefined ? [projectId] : [projectId, above]);
  const own = rows.find((row) => row.projectId === projectId);
  const lent = rows.find((row) => row.projectId === above && row.source.trim() !== '');
  const isOwn = own !== undefined && own.source.trim() !== '';
  return {
    ...presentLibrary(scope, projectId, own),
    inherited:
      isOwn || !lent
        ? null
        : { projectId: lent.projectId, source: shownTo(scope, lent.source).source },
  };
}

/** Replaces the library of a project. Refuses a text with errors, and a change that is based on an outdated version. */
export function storeLibrary(
  scope: Scope,
  projectId: string,
  { source, version }: { source: string; version?: number | undefined },
): Promise<Library> {
  refuseErrors(parsedLibrary(source).problems);
  return inTransaction(scope, async (inside) => {
    await lockLibrary(inside, projectId, version);
    await putLibrary(inside, projectId, source);
    const project = found(await findProject(inside, projectId));
    await recordAudit(inside, { action: 'library.changed', target: project.name });
    return readLibrary(inside, projectId);
  });
}

/**
 * Locks the library of a project until the transaction ends.
 *
 * @throws ApiError `conflict` if it no longer has the given version, or `not_found`
 */
export async function lockLibrary(
  scope: Scope,
  projectId: string,
  version: number | undefined,
): Promise<LibraryRow | undefined> {
  if (!(await lockProject(scope, projectId))) throw new ApiError('not_found');
  const [row] = await listLibraries(scope, [projectId]);
  const now = row?.version ?? 0;
  if (version === undefined || version === now) return row;
  throw new ApiError('conflict', {
    message: `The library was changed in the meantime: you started from version ${version}, it is now at ${now}.`,
    hint: 'Reload it and repeat your change.',
  });
}

function presentLibrary(
  scope: Scope,
  projectId: string,
  row: LibraryRow | undefined,
): Omit<Library, 'inherited'> {
  return {
    projectId,
    ...shownTo(scope, row?.source ?? ''),
    version: row?.version ?? 0,
    modifiedAt: row?.modifiedAt.toISOString() ?? null,
  };
}

/** Masks credentials for people who cannot edit suites. */
function shownTo(scope: Scope, source: string): { source: string; isMasked?: true } {
  if (mayAlso(scope, 'suites.write')) return { source };
  const shown = maskCredentials(source);
  return shown === source ? { source } : { source: shown, isMasked: true };
}

async function idsOf(scope: Scope, projectId: string): Promise<string[]> {
  const ids = await listWithAbove(scope, projectId);
  if (ids.length === 0) throw new ApiError('not_found');
  return ids;
}

function refuseErrors(problems: readonly Problem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  throw new ApiError('suite_invalid', {
    message:
      errors.length === 1
        ? 'The library has an error and was not saved.'
        : `The library has ${errors.length} errors and was not saved.`,
    problems: errors.slice(0, problemsMax).map(({ line, column, message, hint }) => ({
      path: 'source',
      line,
      column,
      message,
      ...(hint && { hint }),
    })),
  });
}
