/**
 * A temporary folder for this process and for the browsers and speech programs that it starts. If a process is killed, the next
 * one on the machine removes the folder.
 */
import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../observability/log.ts';

export interface TemporaryFolder {
  close(): Promise<void>;
}

/**
 * Interval in milliseconds at which the folder is touched, because clean-up programs remove temporary folders that were not
 * touched for days.
 */
const touchEveryMs = 3_600_000;

/**
 * Age in milliseconds at which folders of other machines are removed. Their process IDs say nothing on this machine, but no run
 * takes that long.
 */
const foreignKeptMs = 7 * 86_400_000;

const hash = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 8);

const nameForm = /^parley-work-([0-9a-f]{8})-(\d+)-\w{6}$/;

export async function useTemporaryFolder(log: Log): Promise<TemporaryFolder> {
  const parent = tmpdir();
  for (const folder of await listLeft(parent))
    await rm(folder, { recursive: true, force: true }).catch((error) =>
      log.warn({ err: error, folder }, 'Old temporary files could not be removed'),
    );
  const own = await mkdtemp(join(parent, `parley-work-${hash(hostname())}-${process.pid}-`));
  // Node and all started programs read this variable.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = own;
  const timer = setInterval(() => void touch(own), touchEveryMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(own, { recursive: true, force: true });
    },
  };
}

async function touch(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  await utimes(folder, new Date(), new Date()).catch(() => undefined);
}

async function listLeft(parent: string): Promise<string[]> {
  const left: string[] = [];
  for (const name of await readdir(parent)) {
    const [, host, pid] = nameForm.exec(name) ?? [];
    if (host === undefined) continue;
    const path = join(parent, name);
    const status = await lstat(path).catch(() => undefined);
    // Other users may create folders with such names.
    if (!status?.isDirectory() || status.uid !== process.getuid?.()) continue;
    const isLeft =
      host === hash(hostname())
        ? !isOfAnother(Number(pid))
        : Date.now() - status.mtimeMs > foreignKeptMs;
    if (isLeft) left.push(path);
  }
  return left;
}

/** Tells if another live process owns the folder. In a container, the previous process may have had this process's ID. */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
