// Holds every import against imports.json: workspaces, server modules, web folders and web features import
// only what lies below them, a server module is entered only through its door, and no files import one another.
import { readFileSync } from 'node:fs';
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

/** @param {string} file @param {string} target */
function workspaceProblem(file, target) {
  const from = workspaceOf(file);
  const to = workspaceOf(target);
  if (!from || !to || from === to) return;
  if (!rules.workspaces[from].includes(to)) return `${from} may not import ${to}`;
}

const files = sourceTree().filter(({ file }) => !/\.test\.tsx?$/.test(file));
const problems = files
  .filter(({ file }) => workspaceOf(file))
  .flatMap(({ file, imports }) =>
    imports.flatMap(({ target, line }) => {
      const problem =
        workspaceProblem(file, target) ?? serverProblem(file, target) ?? webProblem(file, target);
      return problem ? `${file}:${line}: ${target}: ${problem}` : [];
    }),
  );
for (const group of importCycles(files))
  problems.push(
    `These import one another; move what both need to a file of its own:\n  ${group.join('\n  ')}`,
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
