/** Exports a suite to BotScript, with one conversation per test. */

import { expandBlocks } from '../../blocks/expand-blocks.ts';
import { isPattern } from '../../match/contains.ts';
import { describeAssertion } from '../../match/rule.ts';
import { isCommand } from '../import/botscript/asserters.ts';
import type { BotScriptFile } from '../import/botscript/import-botscript.ts';
import { takeSigns } from '../import/botscript/read-convo.ts';
import type { ImportLoss } from '../import/import-report.ts';
import { describeInput } from '../model/inputs.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import type { Assertion, Interaction, Suite, Test } from '../model/suite.ts';
import { portablePattern } from './portable-pattern.ts';
import { type Lose, testToExport } from './test-to-export.ts';

export interface ExportedFiles {
  files: BotScriptFile[];
  losses: ImportLoss[];
}

export function exportBotScript(suite: Suite): ExportedFiles {
  const losses: ImportLoss[] = [];
  const names = new Set<string>();
  const files = expandBlocks(suite).tests.map((test) => {
    const name = `${uniqueSlug(test.name, names)}.convo.txt`;
    const lose: Lose = (what, reason) => losses.push({ file: name, what, reason });
    return { name, text: convoOf(testToExport(test, suite.configuration, lose), lose) };
  });
  return { files, losses };
}

function convoOf(test: Test, lose: Lose): string {
  const header = [oneLine(test.name), ...(test.description?.split('\n').map(untagged) ?? [])];
  const steps = test.interactions.flatMap((interaction) => stepsOf(interaction, lose));
  return `${[header, ...steps].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function stepsOf(interaction: Interaction, lose: Lose): string[][] {
  const { input, assertions, branches, settings } = interaction;
  for (const _ of branches) {
    lose(`a branch after "${describeInput(input)}"`, 'Conversations have no branches.');
  }
  if (input.kind === 'check') {
    lose(describeInput(input), 'Conversations only talk to the bot.');
    return [];
  }
  const steps: string[][] = [];
  if (input.kind === 'text') {
    const said = signed(input.text).split('\n').map(untagged);
    if (said.some((line) => isCommand(takeSigns(line.trim()).text))) {
      lose(describeInput(input), 'It would be interpreted as a command.');
    } else {
      steps.push(['#me', ...said]);
    }
  } else if (input.kind === 'pause') {
    steps.push(['#me', `PAUSE ${Math.round(input.seconds * 1000)}`]);
  } else if (input.kind !== 'open') {
    lose(describeInput(input), 'Phones cannot be tested with conversations.');
  }
  // All bare lines of a step form one text, so only the first text assertion can be written as a bare line.
  const bare = assertions.find(isBareText);
  const lines = assertions.filter(isDemanding).flatMap((assertion) => {
    const line = assertion === bare ? bareLine(assertion) : asserterLine(assertion);
    if (line === undefined) lose(describeAssertion(assertion), 'There is no asserter for this.');
    return line === undefined ? [] : [line];
  });
  const replyTimeoutMs = millisecondsOf(String(settings.replyTimeout), 1000);
  if (replyTimeoutMs !== undefined) lines.push(`WAITFORBOT ${replyTimeoutMs}`);
  const isHeard = input.kind !== 'pause' || lines.length > 0;
  return isHeard ? [...steps, ['#bot', ...lines]] : steps;
}

/** @returns false if the assertion accepts any reply, which an empty `#bot` expresses */
function isDemanding({ property, operator, expected, negated }: Assertion): boolean {
  const isAnything = expected.some((value) => value === '' || value === '*');
  return !(property === 'prompt' && operator === 'contains' && !negated && isAnything);
}

/** @returns true if BotScript would read the text as text, not as an asserter, a tag or a sign */
function isBareText(assertion: Assertion): boolean {
  const [text] = assertion.expected;
  return (
    isDemanding(assertion) &&
    assertion.property === 'prompt' &&
    assertion.operator === 'contains' &&
    assertion.expected.length === 1 &&
    typeof text === 'string' &&
    !isPattern(text) &&
    /^[^!?#\n]/.test(text) &&
    !/\n|^[A-Z_]+(\s|$)/.test(text)
  );
}

function bareLine({ expected, negated }: Assertion): string {
  return `${negated ? '!' : ''}${expected[0]}`;
}

function asserterLine({ property, operator, expected, negated }: Assertion): string | undefined {
  const not = negated ? '!' : '';
  const texts = expected.map(String);
  if (texts.some((text) => text.includes('\n')) || expected.includes(null)) return undefined;
  const args = texts.map((text) => text.replaceAll('|', '\\|')).join('|');
  const patterns = operator === 'contains' ? expected.filter(isPattern) : [];
  if (patterns.length > 0) {
    const isMatched = property === 'prompt' && patterns.length === expected.length;
    return isMatched ? patternLine(texts, not) : undefined;
  }
  if (property === 'prompt' && operator === 'contains') return `${not}TEXT_WILDCARD_ANY_IC ${args}`;
  if (property === 'prompt' && operator === 'equals') return `${not}TEXT_EQUALS ${args}`;
  if (property === 'prompt' && operator === 'regex') return patternLine(texts, not);
  return (
    countLine(property, operator, expected, not) ??
    partLine(property, operator, args, expected, not)
  );
}

/** @returns undefined if the patterns have different flags, or flags other than `i` */
function patternLine(texts: string[], not: string): string | undefined {
  const patterns = texts.map((text) => /^\s*\/(.*)\/([a-z]*)\s*$/.exec(text) ?? [text, text, '']);
  if (patterns.some(([, , flags]) => flags !== '' && flags !== 'i')) return undefined;
  const isIgnoringCase = patterns.every(([, , flags]) => flags === 'i');
  if (!isIgnoringCase && patterns.some(([, , flags]) => flags === 'i')) return undefined;
  const sources = patterns.map(([, source = '']) => portablePattern(source).replaceAll('|', '\\|'));
  return `${not}TEXT_REGEXP_ANY${isIgnoringCase ? '_IC' : ''} ${sources.join('|')}`;
}

const countAsserters: Record<string, string> = {
  'buttons.length': 'BUTTONS_COUNT',
  'attachments.length': 'MEDIA_COUNT',
  'cards.length': 'CARDS_COUNT',
};

const countSigns: Partial<Record<Assertion['operator'], string>> = {
  equals: '=',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
};

function countLine(
  property: string,
  operator: Assertion['operator'],
  expected: Assertion['expected'],
  not: string,
): string | undefined {
  const asserter = countAsserters[property];
  const sign = countSigns[operator];
  return asserter && sign && expected.length === 1
    ? `${not}${asserter} ${sign}${expected[0]}`
    : undefined;
}

const partAsserters: Record<string, string> = {
  buttons: 'BUTTONS',
  quickReplies: 'BUTTONS',
  attachments: 'MEDIA',
  cards: 'CARDS',
};

function partLine(
  property: string,
  operator: Assertion['operator'],
  args: string,
  expected: Assertion['expected'],
  not: string,
): string | undefined {
  if (operator !== 'contains' && operator !== 'exists') return undefined;
  // Several arguments mean all of them in BotScript, but any of them in Parley.
  if (expected.length > 1) return undefined;
  const asserter = partAsserters[property];
  if (asserter) return `${not}${asserter} ${args}`.trim();
  if (/^(prompt|transcript|latency|messages|payload)\b/.test(property)) return undefined;
  const path = property.startsWith('$') ? property : `$.${property}`;
  return `${not}JSON_PATH ${path}${args ? `|${args}` : ''}`;
}

/** Escapes a leading `!` or `?` by doubling it. */
function signed(text: string): string {
  return text.replace(/^[!?]/, '$&$&');
}

/** Adds a space before a line that would be read as a tag. */
function untagged(line: string): string {
  return line.replace(/^#/, ' #');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function uniqueSlug(name: string, taken: Set<string>): string {
  const slug =
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'test';
  let unique = slug;
  for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${slug}-${number}`;
  taken.add(unique.toLowerCase());
  return unique;
}
