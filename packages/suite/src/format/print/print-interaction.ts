import { isPattern } from '../../match/contains.ts';
import { isNoReply } from '../../match/rule.ts';
import { interjectionName } from '../../voice/interjection.ts';
import { printVoiceCheck } from '../../voice/voice-check.ts';
import { printInput } from '../model/inputs.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import type { Assertion, Branch, Input, Interaction, Json } from '../model/suite.ts';
import { exitTarget } from '../parse/branches.ts';
import { symbolOf } from '../parse/operators.ts';
import { printRequestItems } from './print-requests.ts';
import { isBare, printKey, printText, printValue, quoted } from './print-scalar.ts';
import { printToolCheck } from './print-tools.ts';

/** Prints an interaction, including `- `. A text with a single plain expectation is printed on one line. */
export function printInteraction(interaction: Interaction): string[] {
  if (interaction.input.kind === 'use') return [`- ${printUse(interaction.input)}`];
  const items = itemsOf(interaction);
  const input = printSaidText(interaction.input);
  if (items.length === 0) return [`- ${input}`];
  const [assertion] = interaction.assertions;
  const isCheck = interaction.input.kind === 'check';
  const short =
    items.length === 1 && assertion && !isCheck ? shortExpectation(assertion) : undefined;
  if (short !== undefined) return indented('- ', `${printKey(input)} ${short}`);
  const lines = items.flatMap((item) => indented('  - ', item));
  return [...printSaid(interaction.input), ...lines];
}

/** Prints a message that is followed by a list. */
export function printSaid(input: Input): string[] {
  return indented('- ', printKey(printSaidText(input)));
}

/** Prints a message. Quotes distinguish it from commands of version 2 and from the head of a block. */
function printSaidText(input: Input): string {
  const text = printInput(input);
  const looksLikeCommand = /^(?:\s*\$(?:CHECK|USE)|block$|parameters$)/i.test(text);
  return input.kind === 'text' && looksLikeCommand ? quoted(text) : printText(text);
}

/** Prints `$USE log in: { user: anna }`. */
function printUse({ block, parameters }: Extract<Input, { kind: 'use' }>): string {
  const texts = Object.entries(parameters).map(([name, text]) => {
    const isWord = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u.test(text);
    return `${/^[\w-]+$/.test(name) ? name : quoted(name)}: ${isWord ? text : quoted(text)}`;
  });
  return texts.length > 0 ? `$USE ${block}: { ${texts.join(', ')} }` : `$USE ${block}`;
}

/** @returns the lines of each item below the message */
export function printItems(interaction: Interaction): string[][] {
  return itemsOf(interaction).map((item) => indented('- ', item));
}

function itemsOf(interaction: Interaction): string[] {
  const { input, assertions, branches, label, settings, save, metrics = {} } = interaction;
  const { interjection } = interaction;
  if (input.kind === 'check') {
    return [
      ...(label !== undefined ? [`label: ${printText(label)}`] : []),
      ...printRequestItems(input.request),
      ...assertions.map(printAnswerAssertion),
      ...(save ? [`save: ${quoted(save)}`] : []),
      ...printMetrics(metrics),
    ];
  }
  const noReply = assertions.some(isNoReply) ? printNoReply(settings.replyTimeout) : undefined;
  return [
    ...(label !== undefined ? [`label: ${printText(label)}`] : []),
    ...Object.entries(settings)
      .filter(([key]) => noReply === undefined || key !== 'replyTimeout')
      .map(([key, value]) => printStepSetting(key, value)),
    ...(interjection ? [`${interjectionName(interjection)}: ${printText(interjection.text)}`] : []),
    ...assertions.map((assertion) =>
      noReply !== undefined && isNoReply(assertion) ? noReply : printAssertion(assertion),
    ),
    ...(save ? [`save: ${quoted(save)}`] : []),
    ...printMetrics(metrics),
    ...branches.map(printBranch),
  ];
}

const printMetrics = (metrics: Record<string, string>): string[] =>
  Object.entries(metrics).map(([name, source]) => `metric ${name}: ${quoted(source)}`);

/** Prints `no reply within 5s`. @returns undefined if the time has to be printed as a setting */
function printNoReply(seconds: Json | undefined): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const timeoutMs = millisecondsOf(String(seconds), 1000);
  return timeoutMs !== undefined && timeoutMs / 1000 === seconds
    ? `no reply within ${seconds}s`
    : undefined;
}

/** @returns the text after the message, if the only assertion is that the reply contains a single value; undefined otherwise */
function shortExpectation(assertion: Assertion): string | undefined {
  const { property, operator, negated, expected } = assertion;
  if (property !== 'prompt' || operator !== 'contains' || negated) return undefined;
  return expected.length === 1 ? singleValue(expected[0] as Json) : undefined;
}

/** Prints a single value. @returns undefined if it would be read as a branch */
function singleValue(value: Json): string | undefined {
  return typeof value === 'string' && mentionsBranch(value) ? undefined : printExpected(value);
}

function mentionsBranch(text: string): boolean {
  return /(^|\s)goto\s/.test(text);
}

/**
 * Prints an assertion about a response of the system of record. `body` needs an operator, otherwise it would be sent as the
 * body.
 */
function printAnswerAssertion(assertion: Assertion): string {
  const { property, operator, negated, expected } = assertion;
  if (property === 'status' && operator === 'equals') {
    return printAssertion({ ...assertion, operator: 'contains' });
  }
  const isBody = property === 'body' && operator === 'contains' && !negated;
  return isBody ? `body ==: ${printList(expected)}` : printAssertion(assertion);
}

function printAssertion(assertion: Assertion): string {
  if (assertion.tools) return printToolCheck(assertion.tools);
  if (assertion.voice) return printVoiceCheck(assertion.voice);
  const { property, operator, negated, expected } = assertion;
  if (operator === 'soundsLike') {
    const [name] = expected.length === 1 ? expected : [];
    return `sounds like: ${name === undefined ? printList(expected) : printText(String(name))}`;
  }
  const key = printProperty(keyOf(assertion));
  if (operator === 'exists') {
    return simpleProperty.test(property) ? `${property} ${symbolOf(assertion)}` : `${key}: true`;
  }
  const single = expected.length === 1 ? singleValue(expected[0] as Json) : undefined;
  const value = single ?? printList(expected);
  const isContains = operator === 'contains' && !negated;
  if (!isContains && single !== undefined && canStandBare(property, single)) {
    return `${property} ${symbolOf(assertion)} ${value}`;
  }
  return `${printKey(key)} ${value}`;
}

/** @returns the text before the colon. A colon alone means "contains", unless the item would then mean something else. */
function keyOf(assertion: Assertion): string {
  const { property, operator, negated } = assertion;
  const isContains = operator === 'contains' && !negated;
  return isContains && !meansMore.test(property) ? property : `${property} ${symbolOf(assertion)}`;
}

/**
 * Matches properties that cannot stand alone before a colon, because the item would be parsed as something other than an
 * assertion.
 */
const meansMore = /^(?:(?:label|goto|exit)$|set |request\.)/;

/** Properties that cannot be mistaken for operators, branches or YAML syntax. */
const simpleProperty = /^(?!goto$)[\w.[\]]+$/;

/**
 * @returns true if `prompt != sorry` can be written without quotes. YAML reads it as one text, so the value must not contain
 * YAML syntax.
 */
function canStandBare(property: string, value: string): boolean {
  return simpleProperty.test(property) && !/^["'[{]|:(\s|$)|\s#/.test(value);
}

function printProperty(property: string): string {
  if (/^[\p{L}_$][\w.[\] =!~<>?-]*$/u.test(property)) return property;
  // With quotes, it would be the name of a setting.
  return meansMore.test(property) && isPlainKey(property) ? property : quoted(property);
}

/** @returns true if YAML reads the rest of the key as plain text; its beginning is not checked */
function isPlainKey(key: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{FEFF}]|:(\s|$)|\s#/u.test(key);
}

/** Prints an expected value. Patterns have no quotes if possible, because they would need doubled backslashes. */
function printExpected(value: Json): string {
  if (isPattern(value) && /^\/[^\p{Cc}\p{Cs}:#]*$/u.test(value) && !value.endsWith(' '))
    return value;
  return printValue(value);
}

function printBranch({ when, to }: Branch): string {
  if (!when) {
    if (to.kind === 'exit') return 'exit';
    return isBare(to.target) ? `goto ${to.target}` : `goto: ${printText(to.target)}`;
  }
  const value = when.expected.length === 1 ? when.expected[0] : undefined;
  const target = to.kind === 'exit' ? exitTarget : to.target;
  const isSimple =
    when.operator === 'contains' &&
    !when.negated &&
    typeof value === 'string' &&
    isBare(value) &&
    isBare(target) &&
    !meansMore.test(when.property) &&
    !mentionsBranch(value) &&
    !mentionsBranch(target);
  if (isSimple) return `${printKey(printProperty(when.property))} ${value} goto ${target}`;
  const branch = to.kind === 'exit' ? 'exit: true' : `goto: ${printText(to.target)}`;
  return `${printCondition(when)}\n${branch}`;
}

/** Prints the condition as a mapping key, which can have a `goto` key beside it. */
function printCondition(when: Assertion): string {
  const key = printProperty(keyOf(when));
  if (when.operator === 'exists') return `${key}: true`;
  return `${printKey(key)} ${printList(when.expected)}`;
}

/** Prints a list. Texts are always quoted, so that their commas and brackets are not read as part of the list. */
function printList(values: Json[]): string {
  return `[${values.map(quoted).join(', ')}]`;
}

function printStepSetting(key: string, value: Json): string {
  const name = key.startsWith('request.') ? key : `set ${key}`;
  const printed = typeof value === 'object' && value !== null ? quoted(value) : printValue(value);
  return `${printKey(isBare(name) ? name : quoted(name))} ${printed}`;
}

/** Puts the first line after `lead`, and indents the others to the same column. */
function indented(lead: string, text: string): string[] {
  const margin = ' '.repeat(lead.length);
  return text.split('\n').map((line, index) => `${index === 0 ? lead : margin}${line}`);
}
