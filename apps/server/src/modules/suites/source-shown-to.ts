import { maskCredentials, mayNeedMask } from '@parley/suite';
import { mayAlso, type Scope } from '../../platform/database/scope.ts';
import { pooledWork, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import { linkedSource } from '../libraries/libraries.ts';
import type { maskSource } from './mask-source.ts';
import { shortLengthMax } from './parsed-suite.ts';

const masking = pooledWork<typeof maskSource>('./mask-source.ts', import.meta.url, 'maskSource');

/** Returns the text of a suite for the caller. Credentials are masked for people who cannot edit suites. */
export async function sourceShownTo(
  scope: Scope,
  pool: WorkPool,
  { projectId, source }: { projectId: string; source: string },
): Promise<{ source: string; isMasked?: true }> {
  if (mayAlso(scope, 'suites.write') || (!mayNeedMask(source) && !/\$USE/i.test(source)))
    return { source };
  // A block of the library can show that a text that the suite gives it is a credential.
  const linked = await linkedSource(scope, { projectId, source });
  const masked =
    linked.length > shortLengthMax
      ? await pool.run(masking, linked, scope)
      : maskCredentials(linked);
  const shown = linked === source ? masked : firstLines(masked, source);
  return shown === source ? { source } : { source: shown, isMasked: true };
}

/** Returns as many lines of a masked text as the suite's own text has. Masking keeps the number of lines. */
function firstLines(masked: string, source: string): string {
  const count = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  const lines = masked.split('\n').slice(0, count).join('\n');
  return source.endsWith('\n') ? `${lines}\n` : lines;
}
