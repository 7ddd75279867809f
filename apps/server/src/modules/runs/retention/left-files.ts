import type { Platform } from '../../../platform/platform.ts';
import type { CleanUp } from '../../../platform/queue/clean-up.ts';
import type { RemoveOlderOptions } from '../../../platform/storage/storage.ts';
import { retentionOf } from '../../catalogue/catalogue.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Cleans up the files in a folder that are older than the longest evidence retention; with `among`, only those that it selects.
 */
export function leftFilesCleanUp(
  kind: string,
  { storage, config, clock }: Pick<Platform, 'storage' | 'config' | 'clock'>,
  folder: string,
  among?: RemoveOlderOptions['among'],
): CleanUp {
  const { evidenceDays } = retentionOf(config, null);
  return {
    kind,
    parts: (_ask, signal) => [
      {
        async removeSome(_asked, most) {
          const than = new Date(clock.now().getTime() - evidenceDays * dayMs);
          await storage.removeOlder(folder, than, { signal, ...(among && { among }) });
          return signal.aborted ? most : 0;
        },
      },
    ],
  };
}
