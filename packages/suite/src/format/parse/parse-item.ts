/**
 * The right side of an interaction, item by item: assertions, branches, settings, label.
 *
 * `- prompt: hello` · `- prompt != sorry` · `- prompt: [hello, hi]` · `- prompt ~~: [a, b]` ·
 * `- yes goto the end` · `- no reply within 5s` · `- exit` · `- label: name` · `- set key: value`
 */
import { isMap, isScalar } from 'yaml';
import { millisecondsOf } from '../model/milliseconds.ts';
import { shorten } from '../model/shorten.ts';
import { isStepSetting, stepSettingNames, wantedInstead } from '../model/step-settings.ts';
import type { Branch, Interaction } from '../model/suite.ts';
import { hasPlaceholder } from '../model/template.ts';
import { branchAlone, branchAmong } from './branches.ts';
import { splitAtOperator, splitExists, splitTrailingOperator } from './operators.ts';
import { addAssertion, assertionOfText, assertionsOfPair } from './parse-assertion.ts';
import { parseInterjection } from './parse-interjection.ts';
import { parseMetric, refuseComparedMetric } from './parse-metric.ts';
import { parseSaveOfTurn } from './parse-save.ts';
import { parseSoundPair } from './parse-sound.ts';
import { parseToolItem, parseToolPair } from './parse-tools.ts';
import { uncut } from './parse-value.ts';
import { parseVoiceItem, parseVoicePair } from './parse-voice.ts';
import type { TextRange } from './problem-list.ts';
import { reportUnknownKey } from './unknown-keys.ts';
import {
  follow,
  isPlain,
  jsonOf,
  type KeyValue,
  mayBeField,
  pairsOf,
  type Reader,
  rangeOf,
  textOf,
} from './values.ts';

/** Parses one item of the list below an input. */
export function parseItem(reading: Reader, item: unknown, into: Interaction): void {
  const node = follow(reading, item);
  const range = rangeOf(node, rangeOf(item));
  if (isScalar(node)) {
    parseTextItem(reading, textOf(reading, node) ?? '', range, into);
  } else if (isMap(node)) {
    const pairs = pairsOf(reading, node);
    const to = branchAmong(reading, pairs);
    if (to) parseBranch(reading, pairs, to, into);
    else for (const pair of pairs) parsePair(reading, pair, into);
  } else if (node !== undefined) {
    reading.problems.error(
      range,
      'A list is not allowed here.',
      'Write what to check before it, for example: prompt: [hello, hi]',
    );
  }
}

function parseTextItem(reading: Reader, text: string, range: TextRange, into: Interaction): void {
  const to = branchAlone(text.trim());
  if (to) {
    into.branches.push({ to });
    return;
  }
  if (parseNoReply(text.trim(), into)) return;
  if (refuseComparedMetric(reading, text.trim(), range)) return;
  if (parseToolItem(reading, text.trim(), range, into)) return;
  if (parseVoiceItem(reading, text.trim(), range, into)) return;
  const whole = uncut(reading, splitAtOperator(text), range) ?? text;
  const found = assertionOfText(reading, whole, range);
  if (found) addAssertion(found, into);
  else {
    reading.problems.error(
      range,
      `"${shorten(text)}" is not an assertion.`,
      'Write for example: prompt: hello',
    );
  }
}

/**
 * Parses `no reply within 5s`: sets the reply timeout of the step and asserts that no reply came. @returns false for other text
 */
function parseNoReply(text: string, into: Interaction): boolean {
  const found = /^no reply(?:\s+within\s+(\S.*))?$/.exec(text);
  if (!found) return false;
  const [, time] = found;
  if (time !== undefined) {
    const timeoutMs = millisecondsOf(time, 1000);
    if (!timeoutMs) return false;
    into.settings.replyTimeout = timeoutMs / 1000;
  }
  into.assertions.push({ property: 'prompt', operator: 'exists', expected: [], negated: true });
  return true;
}

function parsePair(reading: Reader, pair: KeyValue, into: Interaction): void {
  if (parseMetric(reading, pair, into)) return;
  if (parseToolPair(reading, pair, into)) return;
  if (parseVoicePair(reading, pair, into)) return;
  if (parseInterjection(reading, pair, into)) return;
  if (parseSaveOfTurn(reading, pair, into)) return;
  if (parseSoundPair(reading, pair, into)) return;
  const setting =
    isPlain(pair.keyNode) && hasOperator(pair.key) ? undefined : settingName(pair.key);
  if (pair.key === 'label') {
    into.label = textOf(reading, pair.value)?.trim() ?? '';
  } else if (setting) {
    if (mayBeField(reading, setting, pair.range)) parseSetting(reading, pair, setting, into);
  } else if (isPlain(pair.keyNode) && splitAtOperator(pair.key)) {
    // The colon is part of the value: `prompt == at 10:30: really`.
    const whole = uncut(reading, splitAtOperator(pair.key), pair.range);
    const text = whole ?? reading.text.slice(...pair.range);
    const found = assertionOfText(reading, text, pair.range);
    if (found) addAssertion(found, into);
  } else {
    for (const found of assertionsOfPair(reading, pair)) addAssertion(found, into);
  }
}

function parseSetting(reading: Reader, pair: KeyValue, name: string, into: Interaction): void {
  const value = jsonOf(reading, pair.value);
  into.settings[name] = value;
  if (!isStepSetting(name)) {
    reportUnknownKey(reading, name, pair.range, stepSettingNames);
    return;
  }
  if (name === 'judge' && !reading.isStrict) {
    reading.problems.warning(
      pair.range,
      '"judge" has no effect in version 1 of the syntax.',
      'Add "syntax: 2" to the configuration to name a judge.',
    );
    return;
  }
  // The value of a variable in the setting is only known during the run.
  if (typeof value === 'string' && hasPlaceholder(value)) return;
  const wanted = wantedInstead(name, value);
  if (wanted === undefined) return;
  if (name === 'judge') {
    reading.problems.error(
      pair.range,
      `"judge" needs ${wanted}.`,
      'Write for example: set judge: strict',
    );
    return;
  }
  reading.problems.warning(
    pair.range,
    `"${name}" has no effect: ${shorten(JSON.stringify(value))} is not ${wanted}.`,
    'The step uses the setting of the test suite instead.',
  );
}

/**
 * @returns true for `request.name ==: value` and `request.name == at 10:30: really`, which are assertions. In quotes, the key
 * is the name of a setting.
 */
function hasOperator(key: string): boolean {
  return (splitTrailingOperator(key) ?? splitExists(key) ?? splitAtOperator(key)) !== undefined;
}

/** @returns the name in `set name` or the whole `request.name`; undefined for other keys */
function settingName(key: string): string | undefined {
  if (key.startsWith('request.')) return key;
  return key.startsWith('set ') ? key.slice(4).trim() || undefined : undefined;
}

/** Parses `{ prompt: [a, b], goto: target }`. The other keys are the condition of the branch. */
function parseBranch(
  reading: Reader,
  pairs: KeyValue[],
  to: Branch['to'],
  into: Interaction,
): void {
  const conditions = pairs
    .filter(({ key }) => key !== 'goto' && key !== 'exit')
    .flatMap((pair) => assertionsOfPair(reading, pair));
  const [condition] = conditions;
  if (conditions.length > 1) {
    reading.problems.error(
      pairs[0]?.range ?? [0, 0],
      'A branch can depend on one assertion only.',
      'Write a list item for each branch.',
    );
  }
  into.branches.push(condition ? { when: condition.assertion, to } : { to });
}
