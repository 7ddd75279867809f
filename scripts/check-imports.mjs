// Checks every import against imports.json: workspaces, server modules, web folders, web features and rooms import only what
// lies below them. A server module is imported only through its public file, and a room only through its public files. Import
// cycles are refused. Also checks that connections are opened only where sockets.json allows it, that modules use the tables
// of others only as imports.json allows, and that a function is longer than a screen only for a reason given in imports.json.
import { readFileSync } from 'node:fs';
import { foreignTables, longFunctions } from './house.mjs';
import { socketProblems } from './socket-problems.mjs';
import { importCycles, sourceTree } from './source-tree.mjs';

const rules = JSON.parse(readFileSync('imports.json', 'utf8'));
const workspaces = Object.keys(rules.workspaces);

/** @param {string} file */
const workspaceOf = (file) => workspaces.find((folder) => file.startsWith(`${folder}/`));

/** @param {string} path */
const moduleOf = (path) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];

/** @param {string} file @param {string} target */
function serverProblem(file, target) {
  const to = moduleOf(target);
  const from = moduleOf(file);
  const inPlatform = /^apps\/server\/src\/(platform|db\/schema)\//.test(file);
  if (to && inPlatform) return 'the platform knows no module';
  if (!to || !from || to === from) return;
  if (!target.endsWith(`/${to}/${to}.ts`)) return `enter ${to} through ${to}.ts`;
  const order = rules.serverModules;
  const isLeftward = order.includes(to) && order.indexOf(to) < order.indexOf(from);
  if (!isLeftward) return `${from} may not import ${to} (order in imports.json)`;
}

/** @param {string} path */
const webFolderOf = (path) => /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1];

/** @param {string} file @param {string} target */
function webProblem(file, target) {
  const from = webFolderOf(file);
  const to = webFolderOf(target);
  if (from === 'features' && to === 'features') return featureProblem(file, target);
  if (!from || !to || from === to || !(from in rules.webFolders)) return;
  if (!rules.webFolders[from].includes(to)) return `${from}/ may not import ${to}/`;
}

/** @param {string} path */
const featureOf = (path) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1];

/** @param {string} file @param {string} target */
function featureProblem(file, target) {
  const from = featureOf(file);
  const to = featureOf(target);
  if (!from || !to || from === to) return;
  const order = rules.webFeatures;
  const isLeftward = order.includes(to) && order.indexOf(to) < order.indexOf(from);
  if (!isLeftward) return `${from} may not import ${to} (webFeatures in imports.json)`;
}

/** Test support may import as much as tests may. @param {string} file */
const isTestSupport = (file) => /\/src\/(.*\/)?test\//.test(file);

/** @param {string} file @param {string} target */
function workspaceProblem(file, target) {
  const from = workspaceOf(file);
  const to = workspaceOf(target);
  if (!from || !to || from === to) return;
  const besides = isTestSupport(file) ? (rules.testSupport[from] ?? []) : [];
  if (![...rules.workspaces[from], ...besides].includes(to)) return `${from} may not import ${to}`;
}

/** @typedef {Record<string, string[]>} Rooms names of public files, by room */

/** Base folders, whose subfolders are rooms. */
const roomBases = Object.entries(/** @type {Record<string, Rooms>} */ (rules.rooms.bases));

/** The folder or file of a base in which a path lies. @param {string} base @param {string} path */
const roomIn = (base, path) =>
  path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/')[0] : undefined;

/** @param {string} base @param {string} room @param {string} target */
const nameIn = (base, room, target) =>
  target.slice(`${base}/${room}/`.length).replace(/\.tsx?$/, '');

/** @param {string} file @param {string} target */
function roomProblem(file, target) {
  for (const [base, rooms] of roomBases) {
    const to = roomIn(base, target);
    const from = roomIn(base, file);
    if (to === undefined || to === from) continue;
    const order = Object.keys(rooms);
    const isRoom = !/\.tsx?$/.test(to);
    if (isRoom && !rooms[to]) return `${base}/${to} is no room in imports.json`;
    const name = nameIn(base, to, target);
    if (isRoom && !rooms[to]?.includes(name)) return `${name} is not public in the room ${to}`;
    // A file of the base that is not listed ranks above all rooms.
    const rank = (/** @type {string} */ room) =>
      order.includes(room) ? order.indexOf(room) : order.length;
    if (from !== undefined && rooms[from] && rank(to) > rank(from))
      return `${from} may not import ${to} (order in imports.json)`;
  }
}

/** Finds public files that are not imported outside their room. @param {ReturnType<typeof sourceTree>} files */
function unusedPublicFiles(files) {
  return roomBases.flatMap(([base, rooms]) => {
    const used = new Set(
      files.flatMap(({ file, imports }) =>
        imports
          .map(({ target }) => target)
          .filter((target) => roomIn(base, target) !== roomIn(base, file)),
      ),
    );
    return Object.entries(rooms).flatMap(([room, names]) =>
      names
        .filter((name) => !used.has(`${base}/${room}/${name}.ts`))
        .map((name) => `imports.json: nobody imports ${name} of the room ${base}/${room}`),
    );
  });
}

/** @typedef {Record<string, Record<string, string[]>>} Readers tables of others that modules use, by their owner */

/**
 * Finds tables that a module uses without permission, and permissions that it no longer uses.
 * @param {ReturnType<typeof sourceTree>} product
 */
function tableProblems(product) {
  /** @type {{ owners: Record<string, string>, readers: Readers }} */
  const { owners, readers } = rules.tables;
  const uses = foreignTables(product, owners).map((use) => ({
    ...use,
    by: moduleOf(use.file) ?? '',
  }));
  const forbidden = uses
    .filter(({ by, owner, table }) => !readers[by]?.[owner]?.includes(table))
    .map(
      ({ file, line, by, owner, table }) =>
        `${file}:${line}: ${by} may not use the table ${table} of ${owner}: ask ${owner} for its rows (tables.readers in imports.json)`,
    );
  const unused = Object.entries(readers).flatMap(([by, ofOwners]) =>
    Object.entries(ofOwners).flatMap(([owner, tables]) =>
      tables
        .filter((table) => !uses.some((use) => use.by === by && use.table === table))
        .map((table) => `imports.json: ${by} no longer uses the table ${table} of ${owner}`),
    ),
  );
  return [...forbidden, ...unused];
}

/**
 * Functions that are too long without a reason, and reasons for functions that are not.
 * @param {ReturnType<typeof sourceTree>} product
 */
function lengthProblems(product) {
  /** @type {Record<string, string>} */
  const reasons = rules.longFunctions;
  const long = longFunctions(product).map((found) => ({
    ...found,
    key: `${found.file}#${found.name}`,
  }));
  const unexplained = long
    .filter(({ key }) => !reasons[key])
    .map(
      ({ file, line, name, lines }) =>
        `${file}:${line}: ${name} has ${lines} lines of its own: give its steps names (or a reason under longFunctions in imports.json)`,
    );
  const unused = Object.keys(reasons)
    .filter((name) => name !== 'about' && !long.some(({ key }) => key === name))
    .map((name) => `imports.json: ${name} is no longer long`);
  return [...unexplained, ...unused];
}

const files = sourceTree().filter(({ file }) => !/\.test\.tsx?$/.test(file));
const problems = files
  .filter(({ file }) => workspaceOf(file))
  .flatMap(({ file, imports }) =>
    imports.flatMap(({ target, line }) => {
      const problem =
        workspaceProblem(file, target) ??
        serverProblem(file, target) ??
        webProblem(file, target) ??
        (isTestSupport(file) ? undefined : roomProblem(file, target));
      return problem ? `${file}:${line}: ${target}: ${problem}` : [];
    }),
  );
problems.push(...unusedPublicFiles(files.filter(({ file }) => !isTestSupport(file))));
for (const group of importCycles(files))
  problems.push(
    `These import one another; move what both need to a file of its own:\n  ${group.join('\n  ')}`,
  );
const isProduct = (/** @type {string} */ file) =>
  /^(apps|packages)\//.test(file) &&
  !isTestSupport(file) &&
  !/\/src\/(lies|lib\/testing)\//.test(file);
problems.push(...tableProblems(files.filter(({ file }) => isProduct(file))));
problems.push(...lengthProblems(files.filter(({ file }) => isProduct(file))));
problems.push(...socketProblems(files.filter(({ file }) => isProduct(file))));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
