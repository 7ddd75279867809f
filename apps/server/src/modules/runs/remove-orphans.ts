import type { Platform } from '../../platform/platform.ts';
import { retentionOf } from '../catalogue/catalogue.ts';

const dayMs = 24 * 60 * 60_000;

/** Files in a folder whose organization is gone: nobody keeps any file for longer than this. */
export async function removeOrphans(
  { storage, config, clock }: Pick<Platform, 'storage' | 'config' | 'clock'>,
  folder: string,
): Promise<void> {
  const { evidenceDays } = retentionOf(config, null);
  await storage.removeOlder(folder, new Date(clock.now().getTime() - evidenceDays * dayMs));
}
