/**
 * PGlite's folder file system with a working fsync.
 *
 * As shipped, Emscripten's NODEFS has no fsync operation. A commit is acknowledged before it is on the disk, and a power cut
 * can lose it or leave a folder that does not open. This class adds the operation. It relies on Emscripten's internals, so the
 * version of PGlite is pinned exactly, and the server refuses to start if a commit does not call this fsync
 * (embedded-worker.ts).
 */
import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];

interface FileStream {
  /** Node's file descriptor. */
  nfd: number;
}

interface NodeFileSystem {
  stream_ops: { fsync?: (stream: FileStream) => number };
}

export class DurableNodeFS extends NodeFS {
  /** Number of fsync calls so far. */
  syncCount = 0;

  override async init(
    database: PGlite,
    options: EmscriptenOptions,
  ): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(database, options);
    const addFsync = (module: { FS: unknown }) => {
      const { filesystems } = module.FS as { filesystems: { NODEFS: NodeFileSystem } };
      filesystems.NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        this.syncCount += 1;
        return 0;
      };
    };
    const before = emscriptenOpts.preRun ?? [];
    const steps = typeof before === 'function' ? [before] : before;
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...steps, addFsync] } };
  }
}
