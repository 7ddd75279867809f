/**
 * Botium's BotScript to a suite. A conversation becomes a test; partial conversations are put in where
 * they are included; utterances become alternatives, and for what is said one test for each example;
 * rows of scripting memory become rows of data, with one test for each.
 */
import { type Imported, type ImportLoss, imported } from '../import-report.ts';
import type { Interaction, Suite, Test } from '../suite.ts';
import { withUniqueNames } from '../unique-names.ts';
import { type Carry, carryStep } from './carry-step.ts';
import {
  type MemoryTable,
  readMemory,
  readUtterances,
  resolveUtterance,
  type Utterances,
} from './memory.ts';
import { type Convo, type ConvoStep, readConvo } from './read-convo.ts';

export interface BotScriptFile {
  name: string;
  text: string;
}

/** A conversation with ten utterances of fifty examples is said fifty times, not 50 to the power of 10. */
const examplesMax = 50;

interface Script {
  convos: { file: string; convo: Convo }[];
  partials: Map<string, { file: string; convo: Convo }>;
  utterances: Utterances;
  memories: MemoryTable[];
  losses: ImportLoss[];
}

export function importBotScript(files: BotScriptFile[]): Imported {
  const script = readFiles(files);
  const data = dataOf(script.memories);
  const tests = script.convos.flatMap(({ file, convo }) => testsOf(script, file, convo));
  const suite: Suite = {
    configuration: Object.keys(data).length > 0 ? { data } : {},
    tests: withUniqueNames(tests),
  };
  return imported(suite, script.losses);
}

function readFiles(files: BotScriptFile[]): Script {
  const script: Script = {
    convos: [],
    partials: new Map(),
    utterances: new Map(),
    memories: [],
    losses: [],
  };
  for (const { name: file, text } of files) {
    if (/(^|\/)skip([-_/.]|$)/i.test(file)) continue;
    const stem = file.replace(/^.*\//, '').replace(/\.[a-z]+\.txt$/i, '');
    if (/\.pconvo\.txt$/i.test(file)) {
      const convo = readConvo(text);
      script.partials.set(convo.name || stem, { file, convo });
    } else if (/\.convo\.txt$/i.test(file)) {
      const convo = readConvo(text);
      script.convos.push({ file, convo: { ...convo, name: convo.name || stem } });
    } else if (/\.utterances\.txt$/i.test(file)) {
      readUtterances(text, script.utterances);
    } else if (/\.scriptingmemory\.txt$/i.test(file)) {
      script.memories.push(readMemory(text));
    } else {
      script.losses.push({
        file,
        what: file,
        reason: 'Only .convo.txt, .pconvo.txt, .utterances.txt and .scriptingmemory.txt are read.',
      });
    }
  }
  return script;
}

/** Every row of every table by its name; a name that two tables use gets a number. */
function dataOf(memories: MemoryTable[]): Record<string, Record<string, string>> {
  const data: Record<string, Record<string, string>> = {};
  for (const { rows } of memories) {
    for (const row of rows) {
      let name = row.name || 'row';
      for (let number = 2; Object.hasOwn(data, name); number += 1) name = `${row.name} (${number})`;
      row.name = name;
      if (name !== '__proto__') data[name] = row.values;
    }
  }
  return data;
}

function testsOf(script: Script, file: string, convo: Convo): Test[] {
  const steps = includeAll(script, file, convo.steps);
  const said = steps.filter(({ tag }) => tag === 'me').map(({ lines }) => lines);
  const counts = said.flat().map(({ text }) => resolveUtterance(text, script.utterances).length);
  const wanted = Math.max(1, ...counts);
  if (wanted > examplesMax) {
    script.losses.push({
      file,
      what: convo.name,
      reason: `Of ${wanted} examples of an utterance the first ${examplesMax} were taken.`,
    });
  }
  const tables = script.memories.filter(({ variables }) => usesAny(steps, variables));
  if (tables.length > 1) {
    script.losses.push({
      file,
      what: convo.name,
      reason: 'It uses several tables of scripting memory; the rows of the first were taken.',
    });
  }
  const rows = tables[0]?.rows.map(({ name }) => name) ?? [undefined];
  const variables = script.memories.flatMap((table) => table.variables);
  const tests: Test[] = [];
  for (let example = 0; example < Math.min(wanted, examplesMax); example += 1) {
    const carry: Carry = {
      file,
      utterances: script.utterances,
      variables,
      example,
      // What is lost is lost in every example alike, so it is told once.
      losses: example === 0 ? script.losses : [],
    };
    const interactions = interactionsOf(steps, carry);
    for (const row of rows) {
      const suffix = [wanted > 1 ? `example ${example + 1}` : '', row ?? '']
        .filter(Boolean)
        .join(', ');
      tests.push({
        name: suffix ? `${convo.name} - ${suffix}` : convo.name,
        mode: 'normal',
        tags: [],
        ...(convo.description && { description: convo.description }),
        ...(row !== undefined && { dataRow: row }),
        interactions,
      });
    }
  }
  return tests;
}

/** Puts partial conversations in the place of `#include NAME` and `INCLUDE NAME`. */
function includeAll(
  script: Script,
  file: string,
  steps: ConvoStep[],
  within: string[] = [],
): ConvoStep[] {
  return steps.flatMap((step) => {
    const names = step.tag === 'include' ? [step.argument] : [];
    const lines = step.lines.filter(({ text }) => {
      const include = /^INCLUDE\s+(.+)$/.exec(text);
      if (include) names.push((include[1] as string).trim());
      return !include;
    });
    const included = names.flatMap((name) => {
      const partial = script.partials.get(name);
      if (partial && !within.includes(name)) {
        return includeAll(script, partial.file, partial.convo.steps, [...within, name]);
      }
      const reason = partial
        ? 'It includes itself.'
        : 'There is no partial conversation of this name.';
      script.losses.push({ file, line: step.line, what: `include ${name}`, reason });
      return [];
    });
    const isEmptied = names.length > 0 && lines.length === 0;
    return isEmptied ? included : [...included, { ...step, lines }];
  });
}

function interactionsOf(steps: ConvoStep[], carry: Carry): Interaction[] {
  const interactions: Interaction[] = [];
  for (const step of steps) carryStep(step, carry, interactions);
  return interactions;
}

function usesAny(steps: ConvoStep[], variables: string[]): boolean {
  const text = steps.flatMap(({ lines }) => lines.map((line) => line.text)).join('\n');
  return variables.some((variable) => text.includes(`$${variable}`));
}
