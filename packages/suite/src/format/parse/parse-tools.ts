/**
 * Parses assertions about tools (syntax version 2):
 *
 * `- tool refund_order: { times: 1, args: { order: 7 } }` · `- tool delete_order: never` ·
 * `- tool order: [get_order, refund_order]` · `- only tools: [get_order]`
 *
 * Each can begin with `conversation`. For tokens and cost, see parse-usage.ts.
 */
import { isMap, isSeq } from 'yaml';
import { matcherOf } from '../../match/kinds.ts';
import { nearestKey } from '../../match/nearest-path.ts';
import {
  type CallCheck,
  type CallTimes,
  type ToolCheck,
  toolCheckName,
  type ValueCheck,
} from '../../tools/tool-check.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction, Json } from '../model/suite.ts';
import { splitExists, splitTrailingOperator } from './operators.ts';
import { beginsWithUsage, parseUsage } from './parse-usage.ts';
import type { TextRange } from './problem-list.ts';
import { follow, jsonOf, type KeyValue, type Reader, textOf } from './values.ts';

/** @returns true if the text begins like a check of tools, tokens or cost */
export const beginsWithTools = (text: string): boolean =>
  beginsWithUsage(text) || /^(?:conversation )?(?:tool \S|only tools$|only tools\s)/.test(text);

/** Parses `- tool refund_order`, which expects a call. @returns false if the text is not a tool check */
export function parseToolItem(
  reading: Reader,
  text: string,
  range: TextRange,
  into: Interaction,
): boolean {
  if (beginsWithUsage(text)) return addUsage(reading, text, range, into);
  const head = /^(?:conversation )?tool (\S+)$/.test(text) ? headOf(text) : undefined;
  if (!head) return false;
  if (!reading.isStrict) {
    warnOfVersion(reading, text, range);
    return false;
  }
  into.assertions.push(assertionOf({ kind: 'call', tool: head.tool, ...head.scope }));
  return true;
}

/** @returns false if the pair is not a check of tools, tokens or cost */
export function parseToolPair(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  if (beginsWithUsage(pair.key)) {
    const value = textOf(reading, follow(reading, pair.value));
    return addUsage(reading, `${pair.key} ${value ?? ''}`.trim(), pair.range, into);
  }
  const head = headOf(pair.key);
  if (!head) return false;
  if (!reading.isStrict) {
    warnOfVersion(reading, pair.key, pair.range);
    return false;
  }
  const check = checkOf(reading, pair, head);
  if (check) into.assertions.push(assertionOf(check));
  return true;
}

function addUsage(reading: Reader, text: string, range: TextRange, into: Interaction): boolean {
  if (!reading.isStrict) {
    warnOfVersion(reading, text, range);
    return false;
  }
  const check = parseUsage(reading, text, range);
  if (check) into.assertions.push(assertionOf(check));
  return true;
}

/** @returns the assertion, whose property is the check's spelling in the text */
function assertionOf(tools: ToolCheck): Interaction['assertions'][number] {
  return {
    property: toolCheckName(tools),
    operator: 'exists',
    expected: [],
    negated: false,
    tools,
  };
}

interface Head {
  scope: { isConversation?: true };
  isOnly: boolean;
  tool: string;
}

function headOf(text: string): Head | undefined {
  const found = /^(conversation )?(?:(only tools)|tool (\S(?:.*\S)?))$/.exec(text);
  if (!found) return undefined;
  const [, conversation, only, tool = ''] = found;
  // With an operator before the colon, it is the path of a property.
  if (splitTrailingOperator(text) ?? splitExists(text)) return undefined;
  return { scope: conversation ? { isConversation: true } : {}, isOnly: only !== undefined, tool };
}

function warnOfVersion(reading: Reader, text: string, range: TextRange): void {
  reading.problems.warning(
    range,
    `"${shorten(text)}" reads a part of the reply, not tool calls, tokens or cost.`,
    'Add "syntax: 2" to the configuration to check tools, tokens and cost.',
  );
}

function checkOf(reading: Reader, pair: KeyValue, head: Head): ToolCheck | undefined {
  const node = follow(reading, pair.value);
  const { scope, isOnly, tool } = head;
  const error = (message: string, hint: string) => {
    reading.problems.error(pair.range, message, hint);
    return undefined;
  };
  if (isOnly || (tool === 'order' && isSeq(node))) {
    const names = isSeq(node) ? node.items.map((item) => jsonOf(reading, item)) : [];
    const tools = names.filter((name) => typeof name === 'string' && name !== '');
    const isList = isSeq(node) && tools.length === names.length;
    if (isOnly) {
      return isList
        ? { kind: 'only', tools: tools as string[], ...scope }
        : error(
            '"only tools" must be a list of names.',
            'Write for example: only tools: [get_order]',
          );
    }
    return isList && tools.length > 1
      ? { kind: 'order', tools: tools as string[], ...scope }
      : error(
          '"tool order" must be a list of at least two names.',
          'Write for example: tool order: [get_order, refund_order]',
        );
  }
  const call: CallCheck = { kind: 'call', tool, ...scope };
  if (isMap(node)) return callOf(reading, jsonOf(reading, node), pair.range, call);
  const word = jsonOf(reading, node);
  if (word === 'called') return call;
  if (word === 'never') return { ...call, times: exactly(0) };
  if (word === 'requested') return { ...call, isRequested: true };
  if (word === 'once') return { ...call, times: exactly(1) };
  return error(
    `"${shorten(pair.key)}" must be called, once, never, requested or a list of conditions.`,
    'Write for example: tool refund_order: { times: 1, args: { order: 7 } }',
  );
}

const conditions = ['times', 'args', 'exact', 'result', 'error', 'as', 'others'];

function callOf(
  reading: Reader,
  json: Json,
  range: TextRange,
  call: CallCheck,
): CallCheck | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  let isUsable = true;
  const refuse = (message: string, hint: string) => {
    isUsable = false;
    reading.problems.error(range, message, hint);
  };
  for (const [key, value] of Object.entries(json)) {
    const split = splitTrailingOperator(key) ?? splitExists(key);
    const name = split?.left ?? key;
    if (split && name !== 'result' && name !== 'error') {
      refuse(
        `"${shorten(key)}" takes no operator.`,
        'Write operators within args, as in args: { amount <: 50 }',
      );
    } else if (name === 'times') {
      const times = timesOf(value);
      if (times) call.times = times;
      else
        refuse(
          '"times" must be a number.',
          'Write for example: 1, at least 2, at most 3 or 1 to 3',
        );
    } else if (name === 'exact') {
      if (value === true) call.isExact = true;
      else if (value !== false)
        refuse('"exact" must be true or false.', 'Leave it out to compare some arguments only.');
    } else if (name === 'as') {
      if (value === 'requested') call.isRequested = true;
      else refuse('"as" must be requested.', 'Leave it out to count calls that ran.');
    } else if (name === 'others') {
      if (value === 'allowed') call.allowsOthers = true;
      else
        refuse(
          '"others" must be allowed.',
          'Leave it out if the tool must not be called in any other way.',
        );
    } else if (name === 'args') {
      const args = fieldsOf(reading, value, range);
      if (args) call.args = args;
      else
        refuse(
          '"args" must be names of arguments with values.',
          'Write for example: args: { order: 7 }',
        );
    } else if (name === 'result' || name === 'error') {
      const [found] = fieldsOf(reading, { [key]: value }, range)?.fields ?? [];
      if (found) call[name] = found.value;
      else isUsable = false;
    } else {
      const meant = nearestKey(key, conditions);
      const hint = meant ? `Did you mean "${meant}"?` : `Known are: ${conditions.join(', ')}.`;
      refuse(`"${shorten(key)}" is not a condition of a call.`, hint);
    }
  }
  if (call.isExact && !call.args) {
    refuse('"exact" needs args.', 'Write args: {} with exact: true for a call without arguments.');
  }
  const isEmpty = call.args && 'fields' in call.args && call.args.fields.length === 0;
  if (isEmpty && !call.isExact) {
    refuse(
      '"args" names no argument, so it could never fail.',
      'Name one, or add exact: true for a call without arguments.',
    );
  }
  return isUsable ? call : undefined;
}

const exactly = (count: number): CallTimes => ({ min: count, max: count });

/** Parses `1`, `at least 2`, `at most 3`, `1 to 3`. */
function timesOf(value: Json): CallTimes | undefined {
  const found = /^(?:(at least|at most) )?(\d{1,6})(?: to (\d{1,6}))?$/.exec(String(value));
  if (!found || typeof value === 'boolean') return undefined;
  const [, bound, first, last] = found;
  const count = Number(first);
  if (last !== undefined) {
    return bound || Number(last) < count ? undefined : { min: count, max: Number(last) };
  }
  if (bound === 'at most') return { min: 0, max: count };
  // A check for at least 0 calls could not fail.
  if (bound === 'at least') return count === 0 ? undefined : { min: count };
  return exactly(count);
}

/** Parses keys with values. The key can end with an operator. */
function fieldsOf(
  reading: Reader,
  json: Json,
  range: TextRange,
): Extract<ValueCheck, { fields: unknown }> | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const fields: { key: string; value: ValueCheck }[] = [];
  for (const [key, value] of Object.entries(json)) {
    const split = splitTrailingOperator(key) ?? splitExists(key);
    const check = split
      ? comparisonOf(reading, split, value, range)
      : plainOf(reading, value, range);
    if (!check) return undefined;
    fields.push({ key: split?.left ?? key, value: check });
  }
  return { fields };
}

/** Parses a value to compare with. Objects match if the listed keys do; lists match item by item. */
function plainOf(reading: Reader, value: Json, range: TextRange): ValueCheck | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => plainOf(reading, item, range));
    return items.every((item) => item !== undefined) ? { items } : undefined;
  }
  if (typeof value === 'object' && value !== null) return fieldsOf(reading, value, range);
  return { operator: 'equals', negated: false, expected: [value] };
}

function comparisonOf(
  reading: Reader,
  { left, operator, negated }: NonNullable<ReturnType<typeof splitExists>>,
  value: Json,
  range: TextRange,
): ValueCheck | undefined {
  if (operator === 'means') {
    reading.problems.error(
      range,
      `"${shorten(left)} =?" asks a judge, and judges read replies only.`,
      'Compare the value with another operator.',
    );
    return undefined;
  }
  if (operator === 'exists') {
    if (typeof value === 'boolean') return { operator, negated: negated === value, expected: [] };
    reading.problems.error(
      range,
      `"${shorten(left)} exists" must be true or false.`,
      `Write for example: { ${shorten(left)} not exists: true }`,
    );
    return undefined;
  }
  const expected = Array.isArray(value) ? value : [value];
  const isUsable = expected.length > 0 && expected.every((one) => typeof one !== 'object');
  if (!isUsable) {
    reading.problems.error(
      range,
      `What "${shorten(left)}" is compared with must be a value or a list of values.`,
      'Write text, a number, true or false.',
    );
    return undefined;
  }
  const values = expected as (string | number | boolean)[];
  for (const one of values) {
    const problem = matcherOf(operator).problem?.(one, reading.patterns);
    if (!problem) continue;
    reading.problems.error(range, problem.message, problem.hint);
    return undefined;
  }
  return { operator, negated, expected: values };
}
