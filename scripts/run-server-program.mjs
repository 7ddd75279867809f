// `npm run backup`, `restore` and `operator`: build what has changed, then run the server program of that name with the
// remaining arguments.
import { requireNode24 } from './node-version.mjs';

requireNode24();
// Import dynamically: an older Node could not load the file and would fail with a less helpful error.
const { buildServer } = await import('./build-server.mjs');
const [name] = process.argv.splice(2, 1);
await import(await buildServer(/** @type {import('./build-server.mjs').ServerProgram} */ (name)));
