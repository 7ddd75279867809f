// Bundles the server's two thousand files into a few, unless the sources have not changed since the last build. A start takes
// a good second less if Node does not have to find and read each file. The code that runs is the same; a module that asks for
// its own path gets that of its source.
import { randomUUID } from 'node:crypto';
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, sourceHash } from './source-hash.mjs';

const builds = `${root}.cache/server-`;
/** Number of builds to keep, because a running server may still load parts of the previous one. */
const buildsKept = 2;

const sources = [
  'apps/server/src',
  'examples/demo-bot/src',
  'packages/contract/src',
  'packages/egress/src',
  'packages/engine/src',
  'packages/mcp/src',
  'packages/sip/src',
  'packages/statistics/src',
  'packages/suite/src',
  'packages/telemetry/src',
  'scripts/build-server.mjs',
  'package-lock.json',
];

/** Packages that are large or load their own files at run time; each is loaded on first use. */
const external = [
  'axe-core',
  'bufferutil',
  'date-holidays',
  'mailchecker',
  'pg-native',
  'playwright-core',
  'stripe',
  'utf-8-validate',
  /^@electric-sql\/pglite/,
];

/** Programs of the server, by the name of their source in `apps/server/src`; shared code is built once. */
const programs = /** @type {const} */ (['main', 'backup', 'restore', 'operator']);

/** @typedef {typeof programs[number]} ServerProgram */

/**
 * @param {ServerProgram} [name]
 * @returns {Promise<string>} the address of the program
 */
export async function buildServer(name = 'main') {
  const folder = builds + sourceHash(sources, root).slice(0, 16);
  const program = pathToFileURL(`${folder}/${name}.mjs`).href;
  if (existsSync(folder)) return program;
  console.log('Building the server…');
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: Object.fromEntries(programs.map((one) => [one, `${root}apps/server/src/${one}.ts`])),
    platform: 'node',
    external,
    logLevel: 'warn',
    plugins: [{ name: 'own-places', transform: withOwnPlace }],
  });
  const unfinished = `${folder}.${randomUUID()}`;
  await build.write({
    dir: unfinished,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await build.close();
  // If two processes build at the same time, the second result is not needed.
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  removeOldBuilds();
  return program;
}

function removeOldBuilds() {
  const newestFirst = globSync(`${builds}*`)
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of newestFirst.slice(buildsKept)) rmSync(path, { recursive: true });
}

/** @param {string} code @param {string} id @returns {string | undefined} */
function withOwnPlace(code, id) {
  if (!/\.[cm]?[jt]s$/.test(id)) return undefined;
  const places = { __filename: id, __dirname: dirname(id) };
  const said = Object.entries(places)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .filter(([name]) => !new RegExp(`(const|let|var) ${name}\\b`).test(code))
    .map(([name, place]) => `var ${name} = ${JSON.stringify(place)};`);
  const placed = code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  return said.length > 0 || placed !== code ? said.join('') + placed : undefined;
}
