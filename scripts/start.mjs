// `npm start` and `npm run worker`: build what has changed, then start the server. Its argument is the role of the process,
// unless one process has all roles.
import { buildGuideBeside } from './build-guide-beside.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
// Names are looked up in these threads, and one organization can keep several of them busy (egress/lookups.ts).
process.env.UV_THREADPOOL_SIZE ??= '16';
endWithNpm();
// Import dynamically: an older Node could not load the files and would fail with a less helpful error.
const { buildServer } = await import('./build-server.mjs');
const { buildWeb } = await import('./build-web.mjs');
if (process.argv[2] !== 'worker') buildWeb();
process.env.NODE_ENV ??= 'production';
await import(await buildServer());
if (process.argv[2] !== 'worker') buildGuideBeside();
