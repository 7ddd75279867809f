// `npm run bench -- NAME` and `npm run drill -- NAME`: one measurement, a table for people and, as
// its last line, one line of JSON for machines.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from '../scripts/node-version.mjs';

requireNode24();

const folder = fileURLToPath(new URL('.', import.meta.url));
const isDrill = process.env.npm_lifecycle_event === 'drill';
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file.startsWith('drill-') === isDrill)
  .map((file) => file.slice(isDrill ? 'drill-'.length : 0, -'.ts'.length));

const [name, ...rest] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  console.error(`Name one of: ${names.join(', ')}.`);
  process.exit(2);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(`./${isDrill ? 'drill-' : ''}${name}.ts`);
