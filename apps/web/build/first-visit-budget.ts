import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/** What /signin may weigh, as sent. Raise it only for something that a first visit is better for. */
const scriptBytesMax = 95 * 1024;
const stylesBytesMax = 12_500;

const brotli = promisify(brotliCompress);

/**
 * Fails a build whose first visit takes more than one script and one style sheet, or weighs more than
 * the budget: nothing else tells when an import pulls half the dashboard into the entry.
 */
export function firstVisitBudget(): Plugin {
  return {
    name: 'first-visit-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle);
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
        if (entry?.type !== 'chunk') return;
        if (entry.imports.length > 0) {
          this.error(
            `The entry chunk imports ${entry.imports.join(', ')}: each is one more request before /signin can be used.`,
          );
        }
        const scriptBytes = (await brotli(entry.code)).length;
        if (scriptBytes > scriptBytesMax) {
          this.error(
            `/signin would load ${scriptBytes} bytes of script (brotli), ${scriptBytesMax} are allowed. ` +
              'Most likely a route file, the session or the sign-in screen imports more than it needs. ' +
              `Largest modules of the entry chunk:\n${largestModules(entry.modules)}`,
          );
        }
        for (const name of entry.viteMetadata?.importedCss ?? []) {
          const styles = files.find(({ fileName }) => fileName === name);
          const bytes = styles?.type === 'asset' ? (await brotli(styles.source)).length : 0;
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
