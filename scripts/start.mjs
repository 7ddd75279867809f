// `npm start`: builds what changed, then serves the dashboard and the API on one port.
import { buildWeb } from './build-web.mjs';
import { requireNode24 } from './node-version.mjs';

requireNode24();
buildWeb();
process.env.NODE_ENV ??= 'production';
await import('../apps/server/src/main.ts');
