/** The server. Its role is the first argument: see serve.ts. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A start compiles two thousand files; the cache lets the next start skip that. Node uses no cache if the folder cannot be
// written, and another folder if NODE_COMPILE_CACHE names one.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)));
await import('./serve.ts');
// Written now, because the process may end abruptly.
flushCompileCache();
