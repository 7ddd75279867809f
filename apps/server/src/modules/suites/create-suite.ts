import type { Platform } from '@parley/suite';
import { newId } from '../../platform/ids.ts';
import { inTransaction, type Scope } from '../../platform/scope.ts';
import { readColumns } from './read-source.ts';
import { recount } from './recount.ts';
import { insertSuite, type SuiteRow } from './suites.queries.ts';

/** Stores a suite whose text has no errors; otherwise nothing. */
export function createSuite(
  scope: Scope,
  input: {
    projectId: string;
    name: string;
    description?: string | undefined;
    /** Holds where the text names none. */
    platform: Platform;
    source: string;
  },
): Promise<SuiteRow> {
  const { projectId, name, description = '' } = input;
  const columns = readColumns(input.source, input.platform);
  return inTransaction(scope, async (inside) => {
    await recount(inside, undefined, { projectId, ...columns });
    return insertSuite(inside, { id: newId(), name, description, projectId, ...columns });
  });
}
