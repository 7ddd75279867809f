/**
 * Imports Botium's BotScript as a suite. Conversations become tests, and partial conversations are inserted where they are
 * included. Utterances become alternatives: a conversation becomes one test for each example of a message. Rows of scripting
 * memory become data rows, again with one test for each.
 */

import { shorten } from '../../model/shorten.ts';
import type { Interaction, Suite, Test } from '../../model/suite.ts';
import { fittingName, nameLengthMax, uniqueNamer } from '../../model/unique-names.ts';
import { type Imported, type ImportLoss, imported, whyNameShortened } from '../import-report.ts';
import {
  hasRoom,
  type ImportRoom,
  importRoom,
  takeTest,
  takeText,
  whyFull,
} from '../import-room.ts';
import { type Carry, carryStep } from './carry-step.ts';
import { type Inclusion, includePartials, inclusion, partialOf } from './include-partials.ts';
import {
  addMemory,
  countExamples,
  type MemoryTable,
  readMemory,
  readUtterances,
  replaceVariables,
  type Utterances,
  type VariableNames,
  variableNames,
} from './memory.ts';
import { type Convo, type ConvoStep, countLines, readConvo } from './read-convo.ts';

export interface BotScriptFile {
  name: string;
  text: string;
}

/** Maximum number of lines in all files together, many times the size of a suite. Reading more takes too long. */
const linesMax = 100_000;

/**
 * Maximum number of tests for the examples of a conversation. Examples are used in parallel: ten utterances with fifty examples
 * each make fifty tests, not 50 to the power of 10.
 */
const examplesMax = 50;

interface Script {
  convos: { file: string; convo: Convo }[];
  inclusion: Inclusion;
  utterances: Utterances;
  memories: MemoryTable[];
  variables: VariableNames;
  room: ImportRoom;
  /** Makes the name of a test unique. */
  uniqueName: (name: string) => string;
  losses: ImportLoss[];
}

export function importBotScript(files: BotScriptFile[]): Imported {
  const script = readFiles(files);
  const data = dataOf(script.memories);
  const tests: Test[] = [];
  for (const { file, convo } of script.convos) {
    if (!hasRoom(script.room)) break;
    for (const test of testsOf(script, file, convo)) tests.push(test);
  }
  const suite: Suite = {
    configuration: Object.keys(data).length > 0 ? { data } : {},
    tests,
  };
  return imported(suite, script.losses);
}

function readFiles(files: BotScriptFile[]): Script {
  const losses: ImportLoss[] = [];
  const script: Script = {
    convos: [],
    inclusion: inclusion(losses),
    utterances: new Map(),
    memories: [],
    variables: variableNames([]),
    room: importRoom(),
    uniqueName: uniqueNamer(),
    losses,
  };
  let linesLeft = linesMax;
  for (const { name: file, text } of files) {
    if (/(^|\/)skip([-_/.]|$)/i.test(file)) continue;
    linesLeft -= countLines(text);
    if (linesLeft < 0) {
      const reason = `All files together have more than ${linesMax.toLocaleString('en-US')} lines; import them in parts.`;
      losses.push({ file, what: file, reason });
      continue;
    }
    const stem = file.replace(/^.*\//, '').replace(/\.[a-z]+\.txt$/i, '');
    if (/\.pconvo\.txt$/i.test(file)) {
      const convo = readConvo(text);
      script.inclusion.partials.set(convo.name || stem, partialOf(file, convo));
    } else if (/\.convo\.txt$/i.test(file)) {
      const convo = readConvo(text);
      script.convos.push({ file, convo: { ...convo, name: convo.name || stem } });
    } else if (/\.utterances\.txt$/i.test(file)) {
      readUtterances(text, script.utterances);
    } else if (/\.scriptingmemory\.txt$/i.test(file)) {
      const reasons = addMemory(readMemory(text), script.memories, script.room);
      for (const reason of reasons) losses.push({ file, what: file, reason });
    } else if (/(^|\/)botium\.json$/i.test(file)) {
      losses.push({ file, what: connectorIn(text), reason: whyNoConnector });
    } else {
      losses.push({
        file,
        what: file,
        reason:
          'Only .convo.txt, .pconvo.txt, .utterances.txt and .scriptingmemory.txt files are imported.',
      });
    }
  }
  return { ...script, variables: variableNames(script.memories) };
}

const whyNoConnector =
  'It specifies how to reach the bot. Put that under channel in the configuration.';

/** @returns the connector and address that `botium.json` specifies, for the report */
function connectorIn(json: string): string {
  const [connector] = /"CONTAINERMODE"\s*:\s*"[^"]{1,80}"/.exec(json) ?? [];
  const [address] = /"\w{1,80}_(?:URL|ENDPOINT)"\s*:\s*"[^"]{1,500}"/.exec(json) ?? [];
  return [connector, address].filter(Boolean).join(', ') || 'botium.json';
}

/** @returns all rows of all tables by name. A duplicate name gets a number. */
function dataOf(memories: MemoryTable[]): Record<string, Record<string, string>> {
  const data: Record<string, Record<string, string>> = {};
  const unique = uniqueNamer();
  for (const row of memories.flatMap(({ rows }) => rows)) {
    row.name = unique(row.name || 'row');
    if (row.name !== '__proto__') data[row.name] = row.values;
  }
  return data;
}

function testsOf(script: Script, file: string, convo: Convo): Test[] {
  const { losses, room, uniqueName, utterances, variables } = script;
  const lose = (reason: string) => losses.push({ file, what: shorten(convo.name), reason });
  const steps = includePartials(script.inclusion, file, convo.steps);
  const wanted = examplesOf(steps, utterances);
  if (wanted > examplesMax) {
    lose(`Of ${wanted} examples of an utterance the first ${examplesMax} were taken.`);
  }
  const used = variablesIn(steps, variables);
  const tables = script.memories.filter((table) => table.variables.some((name) => used.has(name)));
  if (tables.length > 1) {
    lose('It uses several scripting memory tables; only the rows of the first were imported.');
  }
  const rows = tables[0]?.rows.map(({ name }) => name) ?? [undefined];
  const tests: Test[] = [];
  let isShortened = false;
  for (let example = 0; example < Math.min(wanted, examplesMax); example += 1) {
    // Every example loses the same things, so report them only for the first.
    const carry: Carry = { ...script, file, example, losses: example === 0 ? losses : [] };
    const interactions = interactionsOf(steps, carry);
    for (const row of rows) {
      const suffix = [wanted > 1 ? `example ${example + 1}` : '', row ?? '']
        .filter(Boolean)
        .join(', ');
      const name = suffix ? `${convo.name} - ${suffix}` : convo.name;
      if (name.length > nameLengthMax && !isShortened) {
        isShortened = true;
        lose(whyNameShortened);
      }
      const test: Test = {
        name: uniqueName(fittingName(name)),
        mode: 'normal',
        tags: [],
        ...(convo.description && { description: convo.description }),
        ...(row !== undefined && { dataRow: row }),
        interactions,
      };
      takeTest(room, test);
      if (!hasRoom(room)) {
        lose(whyFull(room));
        return tests;
      }
      tests.push(test);
    }
  }
  return tests;
}

/** @returns how many tests are needed to use every example of the longest list */
function examplesOf(steps: ConvoStep[], utterances: Utterances): number {
  const said = steps.filter(({ tag }) => tag === 'me').flatMap(({ lines }) => lines);
  return said.reduce((most, { text }) => Math.max(most, countExamples(text, utterances)), 1);
}

function interactionsOf(steps: ConvoStep[], carry: Carry): Interaction[] {
  const interactions: Interaction[] = [];
  for (const step of steps) {
    takeText(carry.room, '');
    for (const { text } of step.lines) takeText(carry.room, text);
    if (!hasRoom(carry.room)) break;
    carryStep(step, carry, interactions);
  }
  return interactions;
}

function variablesIn(steps: ConvoStep[], variables: VariableNames): Set<string> {
  const used = new Set<string>();
  for (const { text } of steps.flatMap(({ lines }) => lines)) {
    replaceVariables(text, variables, (name) => {
      used.add(name);
      return name;
    });
  }
  return used;
}
