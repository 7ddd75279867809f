import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeepEvidence } from '@parley/engine';
import { evidenceKinds } from '@parley/suite';

/**
 * Creates a function that writes evidence into a folder and returns the file name. The folder is created with the first item.
 */
export function keepInFolder(folder: string): KeepEvidence {
  let isTold = false;
  return async ({ kind, bytes }) => {
    const name = `${kind}-${randomUUID()}.${evidenceKinds[kind].ending}`;
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), bytes);
      return name;
    } catch (error) {
      if (!isTold) process.stderr.write(`Evidence is not kept: ${(error as Error).message}\n`);
      isTold = true;
      throw error;
    }
  };
}
