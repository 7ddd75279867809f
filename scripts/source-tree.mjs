// Parses the source files of the project: the imports, functions and docblocks of each.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { filesOf } from './files.mjs';

/** @typedef {{ target: string, line: number, names: string[] }} Import `target`: a file from the root, or a workspace folder with a slash; `names` of values, not of types */
/** @typedef {{ name: string, line: number, names: string[] }} Package one that is not ours, or a module of Node without `node:`; `names` as above */
/** @typedef {{ name: string, line: number }} GlobalUse of `fetch`, `WebSocket` or `EventSource` as a global */
/** @typedef {{ name: string, line: number, lines: number }} LongFunction lines of its own, without those of functions in it */
/** @typedef {{ line: number, text: string }} Docblock its text without stars */
/** @typedef {{ file: string, text: string, isTest: boolean, imports: Import[], packages: Package[], globals: GlobalUse[], functions: LongFunction[], docblocks: Docblock[], codeLines: Set<number> }} SourceFile */

/** @type {{ workspaces: Record<string, string[]> }} */
const rules = JSON.parse(readFileSync('imports.json', 'utf8'));

const packageFolders = new Map(
  Object.keys(rules.workspaces)
    .filter((folder) => existsSync(`${folder}/package.json`))
    .map((folder) => [JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).name, folder]),
);

/** @param {string} file */
export const isTestFile = (file) =>
  /\.(test|spec)\.tsx?$|\/src\/(.*\/)?test\/|^(e2e|bench|scripts)\//.test(file);

/**
 * Resolves an import to a file or workspace folder.
 * @param {string} file @param {string} specifier
 * @returns {string | undefined} undefined for packages that are not ours
 */
export function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (specifier.startsWith('#/')) return join('apps/web/src', specifier.slice(2));
  const [scope = '', name] = specifier.split('/');
  const folder = packageFolders.get(specifier.startsWith('@') ? `${scope}/${name}` : scope);
  return folder && `${folder}/`;
}

/** @param {string} file @param {string} text @returns {SourceFile} */
export function parseSource(file, text) {
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const lineAt = lineCounter(text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      names: entries.flatMap(({ isType, importName }) => (isType ? [] : (importName.name ?? '*'))),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) =>
        moduleRequest ? { ...moduleRequest, names: [] } : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      start,
      value: text.slice(start + 1, end - 1),
      names: ['*'],
    })),
  ];
  const imports = specifiers.flatMap(({ value, start, names }) => {
    const target = targetOf(file, value);
    return target === undefined ? [] : [{ target, line: lineAt(start), names }];
  });
  const packages = specifiers.flatMap(({ value, start, names }) =>
    targetOf(file, value) === undefined
      ? [{ name: value.replace(/^node:/, ''), line: lineAt(start), names }]
      : [],
  );
  const docblocks = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value, start }) => ({
      line: lineAt(start),
      text: value
        .replace(/^\*/, '')
        .replaceAll(/^\s*\* ?/gm, '')
        .trim(),
    }));
  return {
    file,
    text,
    isTest: isTestFile(file),
    imports,
    packages,
    globals: globalsOf(program, module, lineAt),
    functions: functionsOf(program, lineAt),
    docblocks,
    codeLines: codeLinesOf(text, comments),
  };
}

/** @param {RegExp} [pattern] @returns {SourceFile[]} */
export function sourceTree(
  pattern = /^(apps|packages|examples|e2e|bench|scripts)\/.*\.(ts|tsx|mjs)$/,
) {
  return filesOf(pattern).map((file) => parseSource(file, readFileSync(file, 'utf8')));
}

const networkGlobals = new Set(['fetch', 'WebSocket', 'EventSource']);

/**
 * @param {import('oxc-parser').Program} program @param {import('oxc-parser').EcmaScriptModule} module
 * @param {(offset: number) => number} lineAt @returns {GlobalUse[]}
 */
function globalsOf(program, module, lineAt) {
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  /** @type {GlobalUse[]} */
  const uses = [];
  /** @param {string} name @param {number} start */
  const note = (name, start) => {
    if (networkGlobals.has(name) && !imported.has(name)) uses.push({ name, line: lineAt(start) });
  };
  /** @param {import('oxc-parser').Expression} callee */
  const noteCallee = (callee) => {
    if (callee.type === 'Identifier') note(callee.name, callee.start);
  };
  new Visitor({
    CallExpression: ({ callee }) => noteCallee(callee),
    NewExpression: ({ callee }) => noteCallee(callee),
    MemberExpression: ({ object, property, start }) => {
      const isGlobal =
        object.type === 'Identifier' && /^(globalThis|window|self)$/.test(object.name);
      if (isGlobal && property.type === 'Identifier') note(property.name, start);
    },
  }).visit(program);
  return uses;
}

/** @param {string} text @returns {(offset: number) => number} a function that returns the line, from 1 */
function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/**
 * @param {import('oxc-parser').Program} program @param {(offset: number) => number} lineAt
 * @returns {LongFunction[]}
 */
function functionsOf(program, lineAt) {
  /** @type {LongFunction[]} */
  const done = [];
  /** @type {(LongFunction & { inner: number })[]} */
  const open = [];
  /** @type {string[]} */
  const names = [];
  /** @param {{ start: number, end: number, id?: { name: string } | null }} node */
  const enter = (node) => {
    const line = lineAt(node.start);
    const name = node.id?.name ?? names.at(-1) ?? '(anonymous)';
    open.push({ name, line, lines: lineAt(node.end) - line + 1, inner: 0 });
  };
  const leave = () => {
    const left = open.pop();
    if (left === undefined) return;
    const { inner, ...found } = left;
    done.push({ ...found, lines: found.lines - inner });
    const outer = open.at(-1);
    // A function on one line does not reduce the line count of the outer function.
    if (outer && found.lines > 1) outer.inner += found.lines - 1;
  };
  new Visitor({
    VariableDeclarator: ({ id }) => void names.push(id.type === 'Identifier' ? id.name : ''),
    'VariableDeclarator:exit': () => void names.pop(),
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: (node) => enter({ start: node.start, end: node.end }),
    'ArrowFunctionExpression:exit': leave,
  }).visit(program);
  return done;
}

/**
 * Finds the lines that contain more than white space and comments.
 * @param {string} text @param {{ start: number, end: number }[]} comments
 */
function codeLinesOf(text, comments) {
  let bare = '';
  let at = 0;
  for (const { start, end } of comments) {
    bare += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  bare += text.slice(at);
  return new Set(bare.split('\n').flatMap((line, index) => (line.trim() ? [index + 1] : [])));
}

/**
 * Finds groups of files that import one another, including type imports.
 * @param {readonly SourceFile[]} files @returns {string[][]} each group sorted
 */
export function importCycles(files) {
  const known = new Map(files.map((source) => [source.file, source]));
  /** @type {Map<string, number>} */
  const order = new Map();
  /** @type {Map<string, number>} */
  const low = new Map();
  /** @type {string[]} */
  const stack = [];
  const onStack = new Set();
  /** @type {string[][]} */
  const cycles = [];

  /** Tarjan's algorithm for strongly connected components. @param {string} file */
  function visit(file) {
    order.set(file, order.size);
    low.set(file, order.get(file) ?? 0);
    stack.push(file);
    onStack.add(file);
    for (const { target } of known.get(file)?.imports ?? []) {
      if (!known.has(target)) continue;
      if (!order.has(target)) {
        visit(target);
        low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0));
      } else if (onStack.has(target))
        low.set(file, Math.min(low.get(file) ?? 0, order.get(target) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    /** @type {string[]} */
    const group = [];
    for (let last; last !== file; ) {
      last = /** @type {string} */ (stack.pop());
      onStack.delete(last);
      group.push(last);
    }
    if (group.length > 1) cycles.push(group.sort());
  }

  for (const { file } of files) if (!order.has(file)) visit(file);
  return cycles;
}
