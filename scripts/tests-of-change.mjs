// Determines which test files a change can break, for `npm test -- --changed`.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesOf } from './files.mjs';
import { isTestFile, targetOf } from './source-tree.mjs';

/** @typedef {{ specifier: string, names: string[] }} Use `*` among the names is all of them */
/** @typedef {{ file: string, uses: Use[], exports: string[] }} Module */

/**
 * @returns true for files that assemble everything, so that nearly every test of a server or a screen passes through them.
 * Tests of such a file are in the folder of what they test.
 */
const isAssembly = (/** @type {string} */ file) =>
  /^apps\/server\/src\/(test\/|[^/]+\.ts$)|^apps\/web\/src\/(route|main)/.test(file);

/** Matches files that can affect every part of the project, so the tests of one part say little about them. */
const concernsAll =
  /^(package(-lock)?\.json|imports\.json|tsconfig.*|vitest\.config\.ts|\.ci\/.*|apps\/server\/src\/(db|platform)\/.*)$/;

/** @param {string} file @param {string} text @returns {Module} */
export function parseModule(file, text) {
  const { module } = parseSync(file, text);
  /** @type {Use[]} */
  const uses = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(({ importName }) => importName.name ?? '*'),
    })),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: text.slice(start + 1, end - 1),
      names: ['*'],
    })),
  ];
  /** @type {string[]} */
  const exports = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, moduleRequest, importName } of entries) {
      if (exportName.name) exports.push(exportName.name);
      if (moduleRequest)
        uses.push({ specifier: moduleRequest.value, names: [importName.name ?? '*'] });
    }
  return { file, uses, exports };
}

/**
 * @typedef {{ tests: string[], beyond: string[] }} Concerned `tests`: the test files to run; `beyond`: changed files that
 * affect everything
 * @param {readonly Module[]} modules
 * @returns {(changed: readonly string[]) => Concerned} takes changed files by path from the root
 */
export function testFinder(modules) {
  const importers = importersOf(modules);
  const testFiles = modules.map(({ file }) => file).filter((file) => /\.test\.tsx?$/.test(file));
  return (changed) => {
    const reached = new Set(changed);
    for (const file of reached) {
      if (isAssembly(file) && !changed.includes(file)) continue;
      for (const importer of importers.get(file) ?? []) reached.add(importer);
    }
    const product = changed.filter((file) => !isTestFile(file));
    const beginnings = product.map((file) =>
      isAssembly(file) ? file.replace(/\.tsx?$/, '.') : `${dirname(file)}/`,
    );
    return {
      tests: testFiles.filter(
        (file) => reached.has(file) || beginnings.some((begin) => file.startsWith(begin)),
      ),
      beyond: changed.filter((file) => concernsAll.test(file)),
    };
  };
}

/** @param {readonly Module[]} modules @returns {Map<string, Set<string>>} by file */
function importersOf(modules) {
  const known = new Set(modules.map(({ file }) => file));
  /** @type {Map<string, Map<string, string[]>>} by workspace, then by name */
  const exporters = new Map();
  for (const { file, exports } of modules) {
    const workspace = /^(?:apps|packages|examples)\/[^/]+\//.exec(file)?.[0] ?? '';
    const byName = exporters.get(workspace) ?? new Map();
    exporters.set(workspace, byName);
    for (const name of exports) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const { file, uses } of modules)
    for (const { specifier, names } of uses)
      for (const target of targetsOf(file, specifier, names))
        importers.set(target, (importers.get(target) ?? new Set()).add(file));
  return importers;

  /** @param {string} file @param {string} specifier @param {string[]} names */
  function targetsOf(file, specifier, names) {
    const target = targetOf(file, specifier);
    if (target === undefined) return [];
    if (known.has(target)) return [target];
    const byName = exporters.get(target) ?? new Map();
    return names.includes('*')
      ? [...new Set([...byName.values()].flat())]
      : names.flatMap((name) => byName.get(name) ?? []);
  }
}

/** @returns {Module[]} */
export function readModules() {
  return filesOf(/^(apps|packages|examples|scripts)\/.*\.(ts|tsx|mjs)$/).map((file) =>
    parseModule(file, readFileSync(file, 'utf8')),
  );
}
