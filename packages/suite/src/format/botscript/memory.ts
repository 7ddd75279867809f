/** Utterances and scripting memory: the parts of BotScript that conversations refer to. */
import { linesOf } from './read-convo.ts';

/** Code and examples: `UTT_GREETING` in a conversation stands for any of them. */
export type Utterances = Map<string, string[]>;

export function readUtterances(text: string, into: Utterances): void {
  const [code, ...examples] = linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (code) into.set(code, [...(into.get(code) ?? []), ...examples]);
}

/** The examples that a text stands for, or the text alone. Words behind a code fill its `%s`. */
export function resolveUtterance(text: string, utterances: Utterances): string[] {
  const [code = '', ...args] = text.trim().split(/\s+/);
  const examples = utterances.get(code);
  if (!examples || examples.length === 0) return [text];
  return examples.map((example) => {
    const rest = [...args];
    const filled = example.replace(/%s/g, (hole) => rest.shift() ?? hole);
    return [filled, ...(filled === example ? args : rest)].join(' ');
  });
}

export interface MemoryTable {
  /** Names without their dollar sign. */
  variables: string[];
  rows: { name: string; values: Record<string, string> }[];
}

/** A table with `|` between cells: the first line names the variables, the first column the cases. */
export function readMemory(text: string): MemoryTable {
  const cells = linesOf(text)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [heading = [], ...rows] = cells;
  const variables = heading.slice(1).map((name) => name.replace(/^\$/, ''));
  return {
    variables,
    rows: rows.map(([name = '', ...values]) => ({
      name,
      values: Object.fromEntries(
        variables.flatMap((variable, index) => {
          const value = values[index];
          return variable && variable !== '__proto__' && value !== undefined
            ? [[variable, value]]
            : [];
        }),
      ),
    })),
  };
}
