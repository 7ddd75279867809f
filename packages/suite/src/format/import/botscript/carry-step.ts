/** Converts one step of a BotScript conversation to interactions. */

import { shorten } from '../../model/shorten.ts';
import type { Assertion, Input, Interaction } from '../../model/suite.ts';
import type { ImportLoss } from '../import-report.ts';
import { hasRoom, type ImportRoom, takeText } from '../import-room.ts';
import { asserterOf, thresholdOf, wordsWithoutMeaning } from './asserters.ts';
import {
  countExamples,
  replaceVariables,
  resolveUtterance,
  type Utterances,
  type VariableNames,
} from './memory.ts';
import { type ConvoLine, type ConvoStep, splitArguments } from './read-convo.ts';

export interface Carry {
  file: string;
  utterances: Utterances;
  variables: VariableNames;
  /** Index of the utterance example to use, from 0. */
  example: number;
  room: ImportRoom;
  losses: ImportLoss[];
}

export function carryStep(step: ConvoStep, carry: Carry, into: Interaction[]): void {
  if (step.tag === 'me') carrySaid(step, carry, into);
  else if (step.tag === 'bot') carryHeard(step, carry, into);
  else for (const line of step.lines) carryHook(line, carry, into);
}

function carrySaid(step: ConvoStep, carry: Carry, into: Interaction[]): void {
  const texts: string[] = [];
  for (const line of step.lines) {
    const { word, args } = splitArguments(line.text);
    if (word === 'BUTTON') texts.push(args[0] ?? '');
    else if (word === 'MEDIA' || word === 'FORM')
      lose(line, carry, 'Files and forms cannot be sent.');
    else if (!carryHook(line, carry, into))
      texts.push(texts.length === 0 ? line.text : line.source);
  }
  if (texts.length === 0 && step.lines.length > 0) return;
  const text = resolveUtterance(texts.join('\n'), carry.utterances, carry.example);
  takeText(carry.room, text);
  into.push(interaction({ kind: 'text', text: variablesIn(text, carry) }));
}

/** Converts a bot step to expectations. If it comes before the first message, it is the greeting. */
function carryHeard(step: ConvoStep, carry: Carry, into: Interaction[]): void {
  if (into.length === 0) into.push(interaction({ kind: 'open' }));
  const heard = into.at(-1) as Interaction;
  const texts: ConvoLine[] = [];
  let place = heard.assertions.length;
  for (const line of step.lines) {
    const { word, args } = splitArguments(line.text);
    const asserter = asserterOf(word);
    if (asserter && line.isOptional) {
      lose(line, carry, whyNotOptional);
    } else if (asserter) {
      const assertions = asserter(resolveAll(args, carry));
      const isHeld = assertions === undefined || carryThreshold(line, carry, heard);
      if (isHeld) carryAsserter(line, assertions, carry, heard);
    } else if (word === 'WAITFORBOT') {
      const seconds = Number(args[0]) / 1000;
      if (seconds > 0) heard.settings.replyTimeout = seconds;
    } else if (!carryHook(line, carry, into)) {
      if (texts.length === 0) place = heard.assertions.length;
      texts.push(line);
    }
  }
  const [first, ...others] = texts;
  if (first?.isOptional) lose(first, carry, whyNotOptional);
  if (!first || first.isOptional) return;
  const text = [first.text, ...others.map(({ source }) => source)].join('\n');
  const expected = resolveAll([text], carry);
  const { isNegated: negated } = first;
  heard.assertions.splice(place, 0, {
    property: 'prompt',
    operator: 'contains',
    expected,
    negated,
  });
}

const whyNotOptional = 'Optional bot replies cannot be expected.';

/**
 * Sets the fuzzy threshold of the step.
 * @returns false, and reports the line, if another line has set a different threshold
 */
function carryThreshold(line: ConvoLine, carry: Carry, heard: Interaction): boolean {
  const { word, args } = splitArguments(line.text);
  const threshold = word === 'TEXT_WER' ? thresholdOf(args) : undefined;
  if (threshold === undefined) return true;
  const { fuzzyThreshold = threshold } = heard.settings;
  if (fuzzyThreshold !== threshold) {
    lose(line, carry, 'A step has a single similarity threshold.');
    return false;
  }
  heard.settings.fuzzyThreshold = threshold;
  return true;
}

function carryAsserter(
  line: ConvoLine,
  assertions: Assertion[] | undefined,
  carry: Carry,
  heard: Interaction,
): void {
  if (!assertions) {
    lose(line, carry, 'Its arguments cannot be parsed.');
  } else if (line.isNegated && assertions.length > 1 && line.text.includes('_ALL')) {
    lose(line, carry, '"Not all of them" cannot be expected.');
  } else {
    for (const assertion of assertions) {
      heard.assertions.push({ ...assertion, negated: line.isNegated });
    }
  }
}

/** @returns true if the line is a hook, even one that Parley does not support */
function carryHook(line: ConvoLine, carry: Carry, into: Interaction[]): boolean {
  const { word, args } = splitArguments(line.text);
  if (word === 'PAUSE' && Number(args[0]) >= 0) {
    into.push(interaction({ kind: 'pause', seconds: Number(args[0]) / 1000 }));
    return true;
  }
  // A turn in Parley contains everything that the bot says, so nothing is left to skip.
  if (word === 'SKIP_BOT_UNCONSUMED') return true;
  const isHook = wordsWithoutMeaning.test(word) || /^SET_SCRIPTING_MEMORY$/.test(word);
  if (isHook) lose(line, carry, `Parley has no equivalent of ${word}.`);
  return isHook;
}

/** Resolves arguments to all their examples, any of which is accepted. */
function resolveAll(args: string[], carry: Carry): string[] {
  const { room, utterances } = carry;
  return args.flatMap((arg) => {
    const texts: string[] = [];
    const count = countExamples(arg, utterances);
    for (let example = 0; example < count && hasRoom(room); example += 1) {
      const text = resolveUtterance(arg, utterances, example);
      takeText(room, text);
      texts.push(variablesIn(text, carry));
    }
    return texts;
  });
}

/** Converts `$city` to `{{city}}` for variables of the scripting memory. Functions such as `$random10` stay. */
function variablesIn(text: string, { variables }: Carry): string {
  return replaceVariables(text, variables, (name) => `{{${name}}}`);
}

function interaction(input: Input): Interaction {
  return { input, assertions: [], branches: [], settings: {} };
}

function lose(line: ConvoLine, { file, losses }: Carry, reason: string): void {
  losses.push({ file, line: line.line, what: shorten(line.text), reason });
}
