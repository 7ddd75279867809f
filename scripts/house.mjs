// `npm run house`: figures about the structure of the source code, each with its definition. They show what is hard to read;
// they are not goals in themselves.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { importCycles, sourceTree } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceFile} SourceFile */

const longFunctionLines = 80;
const duplicateLines = 6;
const smallFileLines = 30;

/** Returns the room of a file: a folder with a few public files. @param {string} file */
export const roomOf = (file) =>
  /^apps\/server\/src\/(?:modules\/)?[^/]+(?=\/)/.exec(file)?.[0] ??
  /^apps\/web\/src\/(?:features\/)?[^/]+(?=\/)/.exec(file)?.[0] ??
  /^(?:apps|packages|examples)\/[^/]+/.exec(file)?.[0] ??
  dirname(file);

/**
 * @typedef {{ room: string, files: number, flat: number, inward: number, outward: number }} Room
 * @param {readonly SourceFile[]} product @returns {Room[]}
 */
export function roomsOf(product) {
  /** @type {Map<string, Room & { folders: Map<string, number> }>} */
  const rooms = new Map();
  /** @param {string} room */
  const get = (room) => {
    const known = rooms.get(room) ?? {
      room,
      files: 0,
      flat: 0,
      inward: 0,
      outward: 0,
      folders: new Map(),
    };
    rooms.set(room, known);
    return known;
  };
  for (const { file, imports } of product) {
    const from = get(roomOf(file));
    from.files += 1;
    from.folders.set(dirname(file), (from.folders.get(dirname(file)) ?? 0) + 1);
    for (const { target } of imports) {
      const to = roomOf(target);
      if (to === from.room) continue;
      from.outward += 1;
      get(to).inward += 1;
    }
  }
  return [...rooms.values()]
    .filter(({ files }) => files > 0)
    .map(({ folders, ...room }) => ({ ...room, flat: Math.max(...folders.values()) }))
    .sort((a, b) => b.files - a.files);
}

/**
 * Finds uses of a table outside the module that owns it.
 * @param {readonly SourceFile[]} product @param {Record<string, string>} owners by schema file
 * @returns {{ file: string, line: number, table: string, owner: string }[]}
 */
export function foreignTables(product, owners) {
  const folder = 'apps/server/src/db/schema/';
  const schemaOf = new Map(
    product
      .filter(({ file }) => file.startsWith(folder))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/export const (\w+) = pgTable\(/g)].map(([, table = '']) => [
          table,
          file.slice(folder.length, -'.ts'.length),
        ]),
      ),
  );
  return product
    .filter(({ file }) => file.startsWith('apps/server/src/modules/'))
    .flatMap(({ file, imports }) => {
      const room = roomOf(file).split('/').at(-1);
      return imports
        .filter(({ target }) => target.startsWith(folder))
        .flatMap(({ names, line }) =>
          names.flatMap((table) => {
            const owner = owners[schemaOf.get(table) ?? ''];
            return owner === undefined || owner === room ? [] : [{ file, line, table, owner }];
          }),
        );
    });
}

/**
 * Counts lines in duplicated blocks.
 * @param {readonly SourceFile[]} product @returns {number} number of lines that belong to such a block
 */
export function duplicatedLines(product) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  const kept = product.map(({ file, text, codeLines }) => {
    const lines = text.split('\n');
    const telling = [...codeLines].filter((line) => {
      const words = lines[line - 1]?.trim() ?? '';
      return /\w{2}/.test(words) && !/^(import|export \*|\} from)\b/.test(words);
    });
    return { file, telling, lines };
  });
  for (const { file, telling, lines } of kept)
    for (let at = 0; at + duplicateLines <= telling.length; at += 1) {
      const key = telling
        .slice(at, at + duplicateLines)
        .map((line) => lines[line - 1]?.trim())
        .join('\n');
      const known = places.get(key);
      const window = telling.slice(at, at + duplicateLines).map((line) => `${file}:${line}`);
      if (known) known.push(...window);
      else places.set(key, window);
    }
  const repeated = [...places.values()].filter(({ length }) => length > duplicateLines);
  return new Set(repeated.flat()).size;
}

const looseOpening = /^(Of|By|For|Whether|With|Without|Where|Who|Whoever|Nobody|How|So)\b/;

/** @param {readonly SourceFile[]} product */
export const looseDocblocks = (product) =>
  product.flatMap(({ file, docblocks }) =>
    docblocks.filter(({ text }) => looseOpening.test(text)).map(({ line }) => `${file}:${line}`),
  );

/** @param {readonly SourceFile[]} product */
export const longFunctions = (product) =>
  product
    .flatMap(({ file, functions }) => functions.map((found) => ({ ...found, file })))
    .filter(({ lines }) => lines > longFunctionLines)
    .sort((a, b) => b.lines - a.lines);

/** @param {readonly SourceFile[]} files */
export function figuresOf(files) {
  /** @type {{ tables: { owners: Record<string, string> } }} */
  const { tables } = JSON.parse(readFileSync('imports.json', 'utf8'));
  const product = files.filter(({ isTest, file }) => !isTest && !file.startsWith('examples/'));
  const lines = product.map(({ codeLines }) => codeLines.size);
  const foreign = foreignTables(product, tables.owners);
  return {
    rooms: roomsOf(product),
    foreign,
    cycles: importCycles(product),
    long: longFunctions(product),
    loose: looseDocblocks(product),
    figures: {
      'product files': product.length,
      'product lines': lines.reduce((sum, count) => sum + count, 0),
      'small files': lines.filter((count) => count <= smallFileLines).length,
      'foreign tables': new Set(foreign.map(({ file, table }) => `${file} ${table}`)).size,
      'import cycles': importCycles(product).length,
      'long functions': longFunctions(product).length,
      docblocks: product.reduce((sum, { docblocks }) => sum + docblocks.length, 0),
      'loose docblocks': looseDocblocks(product).length,
      'duplicated lines': duplicatedLines(product),
    },
  };
}

/** @type {Record<string, string>} */
const definitions = {
  'product files': 'source files of apps and packages, without tests',
  'product lines': 'their lines without blank ones and comments',
  'small files': `those of ${smallFileLines} such lines or fewer`,
  'foreign tables':
    'a table that a file of a module uses and another module owns (imports.json), each once',
  'import cycles': 'groups of files that import one another, types included',
  'long functions': `functions of more than ${longFunctionLines} lines of their own, without nested ones`,
  docblocks: 'comments that begin with /**',
  'loose docblocks': `those that open with ${looseOpening.source
    .replaceAll(/[^\w|]/g, '')
    .replace(/b$/, '')
    .split('|')
    .join(', ')}`,
  'duplicated lines': `lines in a run of ${duplicateLines} or more that stands in several places, imports left out`,
};

function print() {
  const { rooms, foreign, cycles, long, loose, figures } = figuresOf(sourceTree());
  const all = process.argv.includes('--all');
  console.log(`${'room'.padEnd(42)}files  flat  inward  outward`);
  for (const { room, files, flat, inward, outward } of rooms.slice(0, all ? undefined : 20))
    console.log(
      room.padEnd(42) +
        String(files).padStart(5) +
        String(flat).padStart(6) +
        String(inward).padStart(8) +
        String(outward).padStart(9),
    );
  console.log(
    'flat: most files in one folder of it; inward and outward: imports across its border\n',
  );
  for (const [name, value] of Object.entries(figures))
    console.log(`${name.padEnd(18)}${String(value).padStart(7)}  ${definitions[name]}`);
  for (const group of cycles) console.log(`\ncycle\n  ${group.join('\n  ')}`);
  console.log('\nlong functions');
  for (const { file, line, name, lines } of long.slice(0, all ? undefined : 10))
    console.log(`  ${String(lines).padStart(4)}  ${name}  ${file}:${line}`);
  if (all) {
    console.log('\nforeign tables');
    for (const { file, line, table, owner } of foreign)
      console.log(`  ${file}:${line} uses ${table} of ${owner}`);
    console.log(`\nloose docblocks\n  ${loose.join('\n  ')}`);
  } else console.log('\nnpm run house -- --all lists every place.');
  console.log(JSON.stringify(figures));
}

if (import.meta.main) print();
