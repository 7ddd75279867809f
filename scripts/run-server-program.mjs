// `npm run backup`, `restore` and `operator`: builds what changed, then runs the server's program of that
// name; its arguments follow.
import { requireNode24 } from './node-version.mjs';

requireNode24();
// An older Node could not even load it, and would say that instead.
const { buildServer } = await import('./build-server.mjs');
const [name] = process.argv.splice(2, 1);
await import(await buildServer(/** @type {import('./build-server.mjs').ServerProgram} */ (name)));
