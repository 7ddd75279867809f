/** Parses one assertion, from plain text or from a key with its value, and reports its problems. */
import { isMap, isSeq } from 'yaml';
import { matcherOf } from '../../match/kinds.ts';
import { propertyProblem } from '../../match/property.ts';
import { shorten } from '../model/shorten.ts';
import type { Assertion, Branch, Interaction } from '../model/suite.ts';
import { hasPlaceholder } from '../model/template.ts';
import { splitAtGoto } from './branches.ts';
import {
  type SplitAssertion,
  splitAtOperator,
  splitExists,
  splitTrailingOperator,
} from './operators.ts';
import { beginsWithTools } from './parse-tools.ts';
import { valueOfNode, valuesOfText } from './parse-value.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, pairsOf, type Reader, saysSo, textOf } from './values.ts';

/** An assertion, with the target if it is the condition of a branch. */
interface ReadAssertion {
  assertion: Assertion;
  to?: Branch['to'];
}

/** Adds an assertion: as the condition of a branch if it has a target, otherwise as an expectation. */
export function addAssertion({ assertion, to }: ReadAssertion, into: Interaction): void {
  if (to) into.branches.push({ when: assertion, to });
  else into.assertions.push(assertion);
}

/** Parses an assertion from plain text: `prompt != sorry goto end`. @returns undefined if the text is not an assertion */
export function assertionOfText(
  reading: Reader,
  text: string,
  range: TextRange,
): ReadAssertion | undefined {
  const jump = splitAtGoto(text);
  const body = jump?.value ?? text;
  const split = splitAtOperator(body) ?? splitExists(body);
  if (!split && !jump) return undefined;
  const assertion = split
    ? checked(reading, split, valuesOfText(reading, split, range), range)
    : checked(reading, containsPrompt, [body.trim()], range);
  return jump ? { assertion, to: jump.to } : { assertion };
}

const containsPrompt: SplitAssertion = { left: 'prompt', operator: 'contains', negated: false };

/**
 * Parses `property: value`, `property op: value` and `property: [alternatives]`. A mapping as value asserts each of its keys. A
 * single value can have a branch; a list of alternatives cannot.
 */
export function assertionsOfPair(
  reading: Reader,
  { key, value, range }: Pick<KeyValue, 'key' | 'value' | 'range'>,
): ReadAssertion[] {
  const split = splitKey(key);
  const node = follow(reading, value);
  if (node === undefined) return [];
  if (split.operator === 'exists') return [{ assertion: existence(reading, split, value, range) }];
  const text = textOf(reading, node);
  if (node !== null && text !== undefined) {
    const jump = splitAtGoto(text);
    const expected = jump ? [jump.value.trim()] : valueOfNode(reading, node);
    const assertion = checked(reading, split, expected, range);
    return [jump ? { assertion, to: jump.to } : { assertion }];
  }
  if (isSeq(node)) {
    const expected = node.items.flatMap((item) => valueOfNode(reading, item));
    return [{ assertion: checked(reading, split, expected, range) }];
  }
  if (isMap(node)) {
    return pairsOf(reading, node).flatMap((inner) =>
      assertionsOfPair(reading, { ...inner, key: `${split.left}.${inner.key}` }),
    );
  }
  reading.problems.error(
    range,
    `Nothing is expected of "${shorten(split.left)}".`,
    'Write a value after the colon, or "*" if any will do.',
  );
  return [];
}

/** Parses `cardTitle exists: false`, which expects that the property does not exist. */
function existence(
  reading: Reader,
  split: SplitAssertion,
  value: unknown,
  range: TextRange,
): Assertion {
  const isSo = saysSo(reading, value);
  if (isSo === undefined) {
    reading.problems.error(
      range,
      `"${shorten(split.left)} exists" must be true or false.`,
      'Write for example: cardTitle not exists',
    );
  }
  const negated = split.negated !== (isSo === false);
  return checked(reading, { ...split, negated }, [], range);
}

function splitKey(key: string): SplitAssertion {
  return (
    splitTrailingOperator(key) ??
    splitExists(key) ?? { left: key.trim(), operator: 'contains', negated: false }
  );
}

function checked(
  reading: Reader,
  split: SplitAssertion,
  expected: Assertion['expected'],
  range: TextRange,
): Assertion {
  const { left, operator, negated } = split;
  if (reading.isStrict && beginsWithTools(left)) {
    reading.problems.error(
      range,
      `"${shorten(left)}" cannot be compared: tools have their own checks.`,
      'Write for example: tool refund_order: { times: 1, args: { order: 7 } }',
    );
  }
  // The value of a variable in the property is only known during the run.
  const problem = hasPlaceholder(left) ? undefined : propertyProblem(left);
  if (problem) {
    reading.problems.error(
      range,
      `"${shorten(left)}" is not a property: ${problem}.`,
      'Use prompt, latency, buttons, attachments or a path such as messages[0].text',
    );
  }
  const matcher = matcherOf(operator);
  for (const value of expected) {
    const reason = matcher.problem?.(value, reading.patterns);
    if (reason) reading.problems.error(range, reason.message, reason.hint);
  }
  if (expected.length === 0 && matcher.takesValue) {
    reading.problems.error(
      range,
      `Nothing is expected of "${shorten(left)}".`,
      'Write at least one alternative.',
    );
  }
  return { property: left, operator, expected, negated };
}
