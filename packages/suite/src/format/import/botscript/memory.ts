/** Utterances and scripting memory, which BotScript conversations refer to. */
import { type ImportRoom, takeRow } from '../import-room.ts';
import { linesOf } from './read-convo.ts';

/** Examples by code. `UTT_GREETING` in a conversation stands for any of its examples. */
export type Utterances = Map<string, string[]>;

export function readUtterances(text: string, into: Utterances): void {
  const [code, ...examples] = linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (!code) return;
  const known = into.get(code);
  if (!known) into.set(code, examples);
  else for (const example of examples) known.push(example);
}

/** @returns the number of examples for a text; 1 for a text that is not a code */
export function countExamples(text: string, utterances: Utterances): number {
  return utterances.get(codeOf(text))?.length || 1;
}

/**
 * @returns an example for a text, or the text itself if it is not a code. Words after a code replace the `%s` of the example.
 */
export function resolveUtterance(text: string, utterances: Utterances, index: number): string {
  const examples = utterances.get(codeOf(text)) ?? [];
  const example = examples[index % examples.length];
  if (example === undefined) return text;
  const [, ...args] = text.trim().split(/\s+/);
  let used = 0;
  const filled = example.replace(/%s/g, (hole) => {
    used += 1;
    return args[used - 1] ?? hole;
  });
  return [filled, ...args.slice(used)].join(' ');
}

function codeOf(text: string): string {
  return /^\s*(\S*)/.exec(text)?.[1] ?? '';
}

export interface MemoryTable {
  /** Names without the dollar sign. */
  variables: string[];
  rows: { name: string; values: Record<string, string> }[];
}

/**
 * Parses a table whose cells are separated by `|`. The first line names the variables, the first column the cases. If the
 * second line begins with a dollar sign, lines and columns are swapped.
 */
export function readMemory(text: string): MemoryTable {
  const [heading = [], ...lines] = linesOf(text)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const columns = heading.slice(1);
  const leaders = lines.map(([first = '']) => first);
  const areCasesColumns = leaders[0]?.startsWith('$') ?? false;
  const variables = (areCasesColumns ? leaders : columns).map((name) => name.replace(/^\$/, ''));
  const rows = (areCasesColumns ? columns : leaders).map((name) => ({
    name,
    values: {} as Record<string, string>,
  }));
  for (const [lineIndex, [, ...cells]] of lines.entries()) {
    for (const [columnIndex, value] of cells.slice(0, columns.length).entries()) {
      const variable = variables[areCasesColumns ? lineIndex : columnIndex];
      const row = rows[areCasesColumns ? columnIndex : lineIndex];
      if (row && variable && variable !== '__proto__') row.values[variable] = value;
    }
  }
  // If the heading ends in `|`, it has an empty cell that is no case.
  return { variables, rows: rows.filter(({ name }) => name !== '' || !areCasesColumns) };
}

/** Maximum number of rows in all tables together. */
const rowsMax = 1_000;
const valuesMax = 20_000;
const variablesMax = 1_000;

/** Maximum length of a variable name in characters. Longer ones are ignored. */
const variableLengthMax = 100;

/** Adds as much of a table as the limits allow. @returns what was left out, as sentences */
export function addMemory(
  { variables, rows }: MemoryTable,
  into: MemoryTable[],
  room: ImportRoom,
): string[] {
  const taken = into.flatMap((table) => table.rows);
  const variablesLeft = variablesMax - into.flatMap((table) => table.variables).length;
  let valuesLeft = valuesMax - taken.reduce((sum, row) => sum + valuesOf(row), 0);
  const table: MemoryTable = {
    variables: variables.filter(isVariable).slice(0, variablesLeft),
    rows: rows.slice(0, rowsMax - taken.length).filter((row) => {
      valuesLeft -= valuesOf(row);
      return valuesLeft >= 0 && takeRow(room, row.name, row.values);
    }),
  };
  into.push(table);
  return [
    ...leftOut('variables', variables.filter(Boolean).length, table.variables.length),
    ...leftOut('rows', rows.length, table.rows.length),
  ];
}

const isVariable = (name: string): boolean => name !== '' && name.length <= variableLengthMax;

const valuesOf = ({ values }: MemoryTable['rows'][number]): number => Object.keys(values).length;

function leftOut(what: string, all: number, taken: number): string[] {
  return taken < all ? [`Of ${all} ${what} of scripting memory ${taken} were taken.`] : [];
}

/** All variable names of the scripting memory, prepared for searching texts. */
export interface VariableNames {
  names: ReadonlySet<string>;
  longest: number;
}

export function variableNames(memories: MemoryTable[]): VariableNames {
  const names = new Set(memories.flatMap(({ variables }) => variables));
  return { names, longest: [...names].reduce((most, name) => Math.max(most, name.length), 0) };
}

/** Replaces each `$name`. If several names match, the longest counts. */
export function replaceVariables(
  text: string,
  { names, longest }: VariableNames,
  put: (name: string) => string,
): string {
  return text.replace(/\$([^\s$]+)/g, (found, word: string) => {
    for (let length = Math.min(longest, word.length); length > 0; length -= 1) {
      const name = word.slice(0, length);
      if (names.has(name)) return put(name) + word.slice(length);
    }
    return found;
  });
}
