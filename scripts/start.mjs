// `npm start` and `npm run worker`: builds what changed, then starts the server; its role, if not all
// of them in one process, is the argument.
import { buildGuideBeside } from './build-guide-beside.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
// Names are looked up by these threads, of which an organization may keep some busy (egress/lookups.ts).
process.env.UV_THREADPOOL_SIZE ??= '16';
endWithNpm();
// An older Node could not even load them, and would say that instead.
const { buildServer } = await import('./build-server.mjs');
const { buildWeb } = await import('./build-web.mjs');
if (process.argv[2] !== 'worker') buildWeb();
process.env.NODE_ENV ??= 'production';
await import(await buildServer());
if (process.argv[2] !== 'worker') buildGuideBeside();
