// `npm start` and `npm run worker`: builds what changed, then starts the server; its role, if not all
// of them in one process, is the argument.
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
if (process.argv[2] !== 'worker') buildWeb();
process.env.NODE_ENV ??= 'production';
await import(await buildServer());
