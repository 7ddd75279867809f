// Checks which product code opens connections or listens, against sockets.json. Code that bypasses packages/egress must be
// listed there with a reason, and the list must not contain anything that no longer exists.
import { readFileSync } from 'node:fs';

/** @typedef {{ uses: string[], why: string }} Permission */
/** @typedef {import('./source-tree.mjs').SourceFile} SourceFile */

/** @type {{ modules: string[], withoutSockets: string[], files: Record<string, Permission> }} */
const list = JSON.parse(readFileSync('sockets.json', 'utf8'));
const modules = new Set(list.modules);
const withoutSockets = new Set(list.withoutSockets);

const permissions = Object.entries(list.files);

/** @param {string} file @param {string} place a file, or a folder with a slash */
const isAt = (file, place) => file === place || (place.endsWith('/') && file.startsWith(place));

/**
 * Finds the uses in a file, by name: a module, a package, or a global.
 * @param {SourceFile} source @returns {Map<string, number>} the line of the first use of each
 */
function usesOf({ packages, globals, text }) {
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const { name, line, names } of packages) {
    const opens = names.some((each) => !withoutSockets.has(`${name} ${each}`));
    if (modules.has(name) && opens && !uses.has(name)) uses.set(name, line);
  }
  for (const [, name = ''] of text.matchAll(/lazyPackage(?:<[^>]*>)?\('([^']+)'\)/g))
    if (modules.has(name)) uses.set(name, 1);
  for (const { name, line } of globals) if (!uses.has(name)) uses.set(name, line);
  return uses;
}

/** @param {readonly SourceFile[]} product @returns {string[]} */
export function socketProblems(product) {
  /** @type {string[]} */
  const problems = [];
  const found = new Map(product.map((source) => [source.file, usesOf(source)]));
  for (const [file, uses] of found)
    for (const [name, line] of uses)
      if (!permissions.some(([place, { uses }]) => isAt(file, place) && uses.includes(name)))
        problems.push(
          `${file}:${line}: ${name}: connections leave through packages/egress (exceptions with a reason: sockets.json)`,
        );
  for (const [place, { uses, why }] of permissions) {
    const used = [...found].filter(([file]) => isAt(file, place)).map(([, names]) => names);
    const gone = uses.filter((name) => !used.some((names) => names.has(name)));
    if (gone.length > 0) problems.push(`sockets.json: ${place} does not use ${gone.join(', ')}`);
    if (!why.trim()) problems.push(`sockets.json: ${place} has no reason`);
  }
  return problems;
}
