// Holds every import against imports.json: workspaces, server modules and web folders import only
// what lies below them, and a server module is entered only through its door.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesOf } from './files.mjs';

const rules = JSON.parse(readFileSync('imports.json', 'utf8'));
const workspaces = Object.keys(rules.workspaces);
const packageFolder = new Map(
  workspaces.map((folder) => [
    JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).name,
    folder,
  ]),
);

/** @param {string} file */
const workspaceOf = (file) => workspaces.find((folder) => file.startsWith(`${folder}/`));

/** @param {string} specifier */
const packageName = (specifier) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0];

/**
 * The file or workspace folder an import leads to; undefined for packages that are not ours.
 * @param {string} file @param {string} specifier
 */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (specifier.startsWith('#/')) return join('apps/web/src', specifier.slice(2));
  const folder = packageFolder.get(packageName(specifier) ?? '');
  return folder && `${folder}/`;
}

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
  if (!from || !to || from === to || !(from in rules.webFolders)) return;
  if (!rules.webFolders[from].includes(to)) return `${from}/ may not import ${to}/`;
}

/** @param {string} file @param {string} target */
function workspaceProblem(file, target) {
  const from = workspaceOf(file);
  const to = workspaceOf(target);
  if (!from || !to || from === to) return;
  if (!rules.workspaces[from].includes(to)) return `${from} may not import ${to}`;
}

const problems = [];
for (const file of filesOf(/\.(ts|tsx|mts|mjs)$/)) {
  if (/\.test\.tsx?$/.test(file) || !workspaceOf(file)) continue;
  const text = readFileSync(file, 'utf8');
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = specifier && targetOf(file, specifier);
    if (!target) continue;
    const problem =
      workspaceProblem(file, target) ?? serverProblem(file, target) ?? webProblem(file, target);
    if (problem) problems.push(`${file}: '${specifier}': ${problem}`);
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
