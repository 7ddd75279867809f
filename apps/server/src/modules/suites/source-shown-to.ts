import { maskCredentials, mayNeedMask } from '@parley/suite';
import { mayAlso, type Scope } from '../../platform/database/scope.ts';
import { pooledWork, type WorkPool } from '../../platform/work-pool/work-pool.ts';
import type { maskSource } from './mask-source.ts';
import { shortLengthMax } from './parsed-suite.ts';

const masking = pooledWork<typeof maskSource>('./mask-source.ts', import.meta.url, 'maskSource');

/** Returns the text of a suite for the caller. Credentials are masked for people who cannot edit suites. */
export async function sourceShownTo(
  scope: Scope,
  pool: WorkPool,
  source: string,
): Promise<{ source: string; isMasked?: true }> {
  if (mayAlso(scope, 'suites.write') || !mayNeedMask(source)) return { source };
  const shown =
    source.length > shortLengthMax
      ? await pool.run(masking, source, scope)
      : maskCredentials(source);
  return shown === source ? { source } : { source: shown, isMasked: true };
}
