import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { brotliOf } from './brotli-of.ts';
import { shellChunk } from './chunks.ts';

/**
 * Maximum bytes of script for /signin, compressed: 95 KiB, and room for the names of a hundred files. Raise it only for
 * something that improves a first visit.
 */
const scriptBytesMax = 95 * 1024 + 256;
const stylesBytesMax = 12_500;
/** Maximum bytes that a returning user loads before the test suites are visible. */
const shellBytesMax = 200 * 1024;

/**
 * Measures a script with stable file names. Real names contain hashes, so any change anywhere makes a compressed script up to a
 * hundred bytes larger or smaller. Here, names depend only on their position.
 * @returns the compressed bytes of a script: the median for five sets of names
 */
async function bytesAsSent(code: string): Promise<number> {
  const all = await Promise.all(
    [1, 2, 3, 4, 5].map(async (set) => (await brotliOf(renamed(code, set))).length),
  );
  return all.toSorted((a, b) => a - b)[2] ?? 0;
}

function renamed(code: string, set: number): string {
  const names = new Map<string, string>();
  return code.replaceAll(/(?<=[/-])[0-9a-z]{7,8}(?=\.(?:js|css)\b)/g, (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(`${set} ${names.size}`).digest('hex');
    const fixed = BigInt(`0x${digest}`).toString(36).slice(0, name.length);
    names.set(name, fixed);
    return fixed;
  });
}

/**
 * Fails a build whose first view needs too many files, or exceeds its budget; without it, an import
 * that pulls half the dashboard into the entry or the shell would go unnoticed.
 */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle);
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
        const shell = files.find((file) => file.type === 'chunk' && file.name === shellChunk);
        if (entry?.type !== 'chunk' || shell?.type !== 'chunk') return;
        if (entry.imports.length > 0) {
          this.error(
            `The entry chunk imports ${entry.imports.join(', ')}: each is one more request before /signin can be used.`,
          );
        }
        const foreign = shell.imports.filter((name) => name !== entry.fileName);
        if (foreign.length > 0) {
          this.error(
            `The shell imports ${foreign.join(', ')}: each is one more request before a page is shown.`,
          );
        }
        const scriptBytes = await bytesAsSent(entry.code);
        if (scriptBytes > scriptBytesMax) {
          this.error(
            `/signin would load ${scriptBytes} bytes of script (brotli), ${scriptBytesMax} are allowed. ` +
              'Most likely a route file, the session or the sign-in screen imports more than it needs. ' +
              `Largest modules of the entry chunk:\n${largestModules(entry.modules)}`,
          );
        }
        const shellBytes = scriptBytes + (await bytesAsSent(shell.code));
        if (shellBytes > shellBytesMax) {
          this.error(
            `The way to the first test suite would load ${shellBytes} bytes of script (brotli), ${shellBytesMax} are allowed. ` +
              'What a first view can do without is a `lazyPart`. ' +
              `Largest modules of the shell:\n${largestModules(shell.modules)}`,
          );
        }
        for (const name of entry.viteMetadata?.importedCss ?? []) {
          const styles = files.find(({ fileName }) => fileName === name);
          const bytes = styles?.type === 'asset' ? (await brotliOf(styles.source)).length : 0;
          if (bytes > stylesBytesMax) {
            this.error(`${name} weighs ${bytes} bytes (brotli), ${stylesBytesMax} are allowed.`);
          }
        }
      },
    },
  };
}

function largestModules(modules: Record<string, { renderedLength: number }>): string {
  return Object.entries(modules)
    .sort(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, 25)
    .map(([id, { renderedLength }]) => `${String(renderedLength).padStart(8)}  ${id}`)
    .join('\n');
}
