import type { Platform } from '@parley/suite';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { newId } from '../../platform/security/ids.ts';
import { linkedSource } from '../libraries/libraries.ts';
import { readColumns } from './read-source.ts';
import { recount } from './recount.ts';
import { refuseTooManyBytes } from './refuse-too-many-bytes.ts';
import { requireDevice } from './require-device.ts';
import { insertSuite, type SuiteRow } from './suites.queries.ts';

/** Creates a suite. Refuses a text with errors. */
export function createSuite(
  scope: Scope,
  input: {
    projectId: string;
    name: string;
    description?: string | undefined;
    /** Applies if the text does not name a platform. */
    platform: Platform;
    source: string;
    deviceId?: string | null | undefined;
    /** Limit in bytes for all suites of the organization together; null means unlimited. */
    bytesMax?: number | null;
  },
): Promise<SuiteRow> {
  const { projectId, name, description = '', deviceId = null, bytesMax = null } = input;
  return inTransaction(scope, async (inside) => {
    const linked = await linkedSource(inside, input);
    const columns = readColumns(input.source, linked, input.platform);
    await recount(inside, undefined, { projectId, ...columns });
    if (deviceId !== null) await requireDevice(inside, deviceId, columns.platform);
    const suite = { id: newId(), name, description, projectId, deviceId, ...columns };
    const stored = await insertSuite(inside, suite);
    await refuseTooManyBytes(inside, bytesMax);
    return stored;
  });
}
