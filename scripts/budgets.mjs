// Generates docs/limits.md: each budget (bytes, items, time) with its value, its scope, what happens beyond it and the tests
// that prove it. Values are read from the code, so there is no second copy. A budget without a test is an error, and so is a
// limit in the code that the table does not list.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { settings } from '../apps/server/src/platform/config/settings.ts';
import { allEndpoints } from '../packages/contract/src/index.ts';
import { filesOf } from './files.mjs';
import { inCell } from './markdown.mjs';

const source = 'docs/specification/budgets.yml';

/**
 * @typedef {Record<string, string>[]} Tests
 * @typedef {{ what: string, value?: string, setting?: string, unit: string, scope: string, beyond: string, tests: Tests }} Budget
 * @typedef {{ what: string, share: string, tests: Tests, open?: string }} SharedThing
 * @typedef {{ budgets: Record<string, Record<string, Budget>>, shared: Record<string, SharedThing>, own: Record<string, string[]> }} Table
 */

const scopes = [
  'request',
  'answer',
  'suite',
  'environment',
  'conversation',
  'run',
  'connection',
  'address',
];
const sharers = ['person', 'mailbox', 'organization', 'host', 'process', 'installation'];

/** Matches names of constants that limit something. */
const limitName =
  /^(?:max|limit|timeout|atOnce|deadline)(?:[A-Z]|$)|^most$|(?:Max|Most|Limit|Timeout|AtOnce|Deadline)(?:Ms|S|Seconds|Hours)?$|Per(?:Minute|Hour|Day|Second|Organization|User|Worker|Party)(?:Max)?$/;

const number = String.raw`[\w.]*\(?[\d_]*[\w.]*(?: [*/+-] \(?[\w.]+\)?)*`;
const declared = new RegExp(String.raw`\bconst (\w+)(?:: \w+)? = (${number}\)*);`, 'g');
const property = new RegExp(String.raw`[\s{](\w+): (${number}\)*)(?=[,\s}])`, 'g');
const ofSeveral = /\bconst (\w+)(?:: [\w<>, ]+)? = (\{[^}]*: \d)/g;
const byDefault = /[(,]\s*(\w+)(?:: number)? = (\d[\d_]*)(?=\s*[,)])/g;

/** @param {string} file */
const read = (file) => readFileSync(file, 'utf8');

/** Finds the limits in the code, as `file#name`. */
function limitsInCode() {
  const files = filesOf(/^(?:packages\/\w+|apps\/server)\/src\/.*\.ts$/).filter(
    (file) => !/\.test\.ts$|\/(?:test|lies|seed|migrations)\//.test(file),
  );
  return new Set(files.flatMap((file) => limitsIn(file, read(file))));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function limitsIn(file, text) {
  const code = withoutComments(text);
  return [declared, property, ofSeveral, byDefault]
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .filter(([, name = '', value = '']) => limitName.test(name) && /\d/.test(value))
    .filter(([, name]) => name !== 'limitPerMinute' || !file.startsWith('packages/contract/'))
    .map(([, name]) => `${file}#${name}`);
}

/**
 * @param {string} place `file#name`, or `file#name.key` for a part of an object
 * @returns {number}
 */
function valueAt(place) {
  const [file = '', path = ''] = place.split('#');
  if (!existsSync(file)) throw new Error(`${source}: there is no file ${file}.`);
  const value = evaluate(file, path);
  if (typeof value !== 'number') throw new Error(`${source}: ${place} is no number.`);
  return value;
}

/**
 * @param {string} file
 * @param {string} path
 * @returns {unknown}
 */
function evaluate(file, path) {
  const text = read(file);
  const expression = expressionOf(withoutComments(text), path.split('.'));
  if (expression === undefined) throw new Error(`${source}: there is no ${path} in ${file}.`);
  const names = expression.match(/(?<![\w.])[a-z]\w*/g) ?? [];
  const known = names.map((name) => [name, evaluate(fileThatHas(file, text, name), name)]);
  return runInNewContext(expression, Object.fromEntries(known));
}

/**
 * @param {string} text
 * @param {string[]} path
 */
function expressionOf(text, [name = '', ...keys]) {
  const starts = [
    new RegExp(String.raw`\bconst ${name}\b[^=\n]* = `),
    new RegExp(String.raw`[\s{(,]${name}(?:: number =|:| =) (?=[\d(])`),
  ];
  let rest = starts.map((start) => textAfter(text, start)).find((found) => found !== undefined);
  for (const key of keys) rest = rest && textAfter(rest, new RegExp(String.raw`\b${key}: `));
  return rest && /^[\w.*+\-/ ()]+(?=[;,\s})])/.exec(rest)?.[0].replace(/ as const$/, '');
}

/**
 * @param {string} text
 * @param {RegExp} start
 */
function textAfter(text, start) {
  const found = start.exec(text);
  return found ? text.slice(found.index + found[0].length) : undefined;
}

/** @param {string} text */
const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

/**
 * @param {string} file
 * @param {string} text
 * @param {string} name
 */
function fileThatHas(file, text, name) {
  const from = new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '([^']+)'`).exec(
    text,
  )?.[1];
  if (from === undefined) return file;
  if (from.startsWith('.')) return join(dirname(file), from);
  const folder = from.replace('@parley/', 'packages/');
  const found = filesOf(new RegExp(`^${folder}/src/.*\\.ts$`)).find((other) =>
    read(other).includes(`export const ${name} =`),
  );
  return found ?? file;
}

/**
 * @param {string} id
 * @param {Tests | undefined} tests
 * @returns {string[]}
 */
function proofsOf(id, tests) {
  if (!tests?.length) throw new Error(`${source}: ${id} has no test.`);
  return tests
    .flatMap((test) => Object.entries(test))
    .map(([file, title]) => {
      if (file === 'drill') {
        if (existsSync(`bench/drill-${title}.ts`)) return `\`npm run drill -- ${title}\``;
        throw new Error(`${source}: ${id} names the drill ${title}, which does not exist.`);
      }
      if (existsSync(file) && read(file).includes(title)) return `${file}: ${title}`;
      throw new Error(`${source}: ${id} names “${title}”, which is not in ${file}.`);
    });
}

/**
 * @param {string} id
 * @param {Budget} budget
 */
function shownValue(id, { value, setting, unit, scope }) {
  if (![...scopes, ...sharers].includes(scope))
    throw new Error(`${source}: ${id} has no scope that is known.`);
  if (value !== undefined) return `${valueAt(value).toLocaleString('en-US')} ${unit}`;
  const known = Object.entries(settings).find(([name]) => name === setting)?.[1];
  if (!known) throw new Error(`${source}: ${id} names no value and no setting.`);
  const initial = known.schema.parse(undefined);
  return initial === null || initial === undefined
    ? 'off'
    : `${initial.toLocaleString('en-US')} ${unit}`;
}

/** @param {Table} table */
function checkComplete({ budgets, own }) {
  const inTable = Object.values(budgets)
    .flatMap((group) => Object.values(group))
    .flatMap(({ value }) => value ?? []);
  const known = new Set([...inTable, ...Object.values(own).flat()]);
  const names = new Set(
    [...known].flatMap((place) => [
      place.replace(/#.*\./, '#'),
      place.replace(/(#\w+)\..*$/, '$1'),
    ]),
  );
  const found = limitsInCode();
  const forgotten = [...found].filter((place) => !names.has(place) && !known.has(place));
  if (forgotten.length > 0)
    throw new Error(
      `${source} does not know these limits; each needs a row with its tests, or a line under own:\n  ${forgotten.join('\n  ')}`,
    );
  const gone = Object.values(own)
    .flat()
    .filter((place) => !found.has(place));
  if (gone.length > 0) throw new Error(`${source} names what is gone:\n  ${gone.join('\n  ')}`);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
const tableOf = (head, rows) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows.map((cells) => `| ${cells.map(inCell).join(' | ')} |`),
  '',
];

/** @param {Record<string, Budget>} group */
const budgetRows = (group) =>
  Object.entries(group).map(([id, budget]) => [
    id,
    [budget.what, ...proofsOf(id, budget.tests).map((proof) => `✓ ${proof}`)].join('<br>'),
    shownValue(id, budget),
    budget.scope,
    budget.beyond + (budget.setting ? `<br>Set by \`${budget.setting}\`` : ''),
  ]);

const endpointRows = () =>
  allEndpoints
    .filter(({ bodyBytesMax, limitPerMinute }) => bodyBytesMax || limitPerMinute)
    .map(({ method, path, bodyBytesMax, limitPerMinute }) => [
      `\`${method} ${path}\``,
      bodyBytesMax?.toLocaleString('en-US') ?? '',
      limitPerMinute?.toLocaleString('en-US') ?? '',
    ]);

/** @returns {string} */
export function limitsDocs() {
  const table = /** @type {Table} */ (parse(read(source)));
  checkComplete(table);
  const shared = Object.entries(table.shared).map(([id, { what, share, tests, open }]) => {
    const proofs = open ? [`**Open:** ${open}`] : proofsOf(id, tests).map((proof) => `✓ ${proof}`);
    return [id, [what, ...proofs].join('<br>'), share];
  });
  return [
    '# Limits',
    '',
    'For operators, API clients and authors of test suites: the limits of what Parley accepts, stores and returns.',
    'Each limit lists its tests.',
    '',
    `Generated from \`${source}\` and the code by \`node scripts/generate.mjs\`. Do not edit.`,
    '',
    ...Object.entries(table.budgets).flatMap(([title, group]) => [
      `## ${title}`,
      '',
      ...tableOf(['limit', 'what and tests', 'value', 'for each', 'beyond'], budgetRows(group)),
    ]),
    '## Endpoints with limits of their own',
    '',
    'All other endpoints use the limits of the first table.',
    '',
    ...tableOf(['endpoint', 'bytes of a body', 'requests per minute and address'], endpointRows()),
    '## What organizations share',
    '',
    'No organization can take the share of the others.',
    '',
    ...tableOf(['what', 'tests', 'how it is shared'], shared),
  ].join('\n');
}
