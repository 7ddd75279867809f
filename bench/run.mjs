// `npm run bench -- NAME` and `npm run drill -- NAME`: runs one measurement. It prints a table for people and, as its last
// line, one line of JSON for programs.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from '../scripts/node-version.mjs';

requireNode24();

const folder = fileURLToPath(new URL('.', import.meta.url));
const isDrill = process.env.npm_lifecycle_event === 'drill';
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file.startsWith('drill-') === isDrill)
  .map((file) => file.slice(isDrill ? 'drill-'.length : 0, -'.ts'.length));

/** Finds a drill's row in the reliability plan, such as R1, which also works as its name. @param {string} name */
const rowOf = (name) =>
  /\* ([FR]\d+)\./.exec(readFileSync(`${folder}drill-${name}.ts`, 'utf8'))?.[1];

const [asked, ...rest] = process.argv.slice(2);
const name = names.find(
  (known) => known === asked || (isDrill && rowOf(known)?.toLowerCase() === asked?.toLowerCase()),
);
if (!name) {
  const list = names.map((known) => {
    const row = isDrill ? rowOf(known) : undefined;
    return row ? `${known} (${row})` : known;
  });
  console.error(`Name one of: ${list.join(', ')}.`);
  process.exit(2);
}
process.argv.splice(2, process.argv.length, ...rest);
await import(`./${isDrill ? 'drill-' : ''}${name}.ts`);
