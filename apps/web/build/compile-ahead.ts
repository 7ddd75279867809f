import type { Plugin } from 'vite';
import { shellChunk } from './chunks.ts';

/** Explicit compile hints of V8 (Chromium 136): https://v8.dev/blog/explicit-compile-hints. */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes Chromium compile the functions of the first two scripts on another thread while they arrive, instead of each one on the
 * main thread when it is first called. Other browsers ignore the comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint counts on the first line only.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (file.isEntry || file.name === shellChunk))
            file.code = hint + file.code;
      },
    },
  };
}
