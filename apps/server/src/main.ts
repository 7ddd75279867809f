/** The server, whose role is the first argument: see serve.ts. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A start compiles two thousand files; the next one reads what came of it. Where the folder can't be
// written, or NODE_COMPILE_CACHE names another, Node goes by that.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)));
await import('./serve.ts');
// Not at the end, which may come without a word.
flushCompileCache();
