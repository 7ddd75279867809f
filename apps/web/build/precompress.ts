import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { brotliOf } from './brotli-of.ts';

const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;
/** Smallest size in bytes that is compressed; anything smaller fits into one packet anyway. */
const sizeMin = 512;

const gzipped = promisify(gzip);

/**
 * Writes x.br and x.gz next to each text file of the build, so that no server compresses at request
 * time.
 */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(
        names.filter((name) => compressible.test(name)).map((name) => compress(join(outDir, name))),
      );
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < sizeMin) return;
  await Promise.all([
    brotliOf(content).then((compressed) => writeFile(`${path}.br`, compressed)),
    gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((compressed) =>
      writeFile(`${path}.gz`, compressed),
    ),
  ]);
}
