/**
 * Creates the database folder under a temporary name and renames it when it is complete, so that a
 * kill or a power cut at any moment leaves either no folder or a valid one.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Creates a folder by calling `fill` with the path of the temporary folder. */
export async function makeFolderWhole(
  folder: string,
  fill: (beginnings: string) => Promise<void>,
): Promise<void> {
  const beginnings = `${folder}.new`;
  rmSync(beginnings, { recursive: true, force: true });
  await fill(beginnings);
  syncTree(beginnings);
  renameSync(beginnings, folder);
  syncPath(dirname(folder));
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncPath(child);
  }
  syncPath(path);
}

function syncPath(path: string): void {
  // Windows cannot open folders, and NTFS keeps the order of renames.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
