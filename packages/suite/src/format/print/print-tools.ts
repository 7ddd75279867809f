/** Prints assertions about tools; parse-tools.ts parses them. */
import { plainAmount } from '../../tools/cost.ts';
import {
  type CallCheck,
  type CallTimes,
  isUsageCheck,
  type ToolCheck,
  toolCheckName,
  type UsageCheck,
  usageOperator,
  type ValueCheck,
} from '../../tools/tool-check.ts';
import { symbolOf } from '../parse/operators.ts';
import { plainValue } from '../parse/values.ts';
import { isBare, printKey, quoted } from './print-scalar.ts';

export function printToolCheck(check: ToolCheck): string {
  const name = toolCheckName(check);
  if (isUsageCheck(check)) return `${name} ${usageOperator(check)} ${limitOf(check)}`;
  return `${printKey(isBare(name) ? name : quoted(name))} ${printed(check)}`;
}

/** Prints the limit. Small amounts have all their digits, because the parser rejects exponents. */
const limitOf = (check: UsageCheck): string =>
  check.kind === 'tokens' ? String(check.tokens) : plainAmount(check.amount);

function printed(check: Exclude<ToolCheck, UsageCheck>): string {
  if (check.kind !== 'call') return list(check.tools.map(printOne));
  const { times, isRequested } = check;
  const parts = partsOf(check);
  if (parts.length === 0) return 'called';
  if (parts.length > 1) return `{ ${parts.join(', ')} }`;
  if (isRequested) return 'requested';
  return times?.max === 0 ? 'never' : `{ ${parts[0]} }`;
}

function partsOf({ times, args, isExact, result, error, isRequested, allowsOthers }: CallCheck) {
  return [
    ...(times ? [`times: ${printTimes(times)}`] : []),
    ...(args ? [`args: ${printValue(args)}`] : []),
    ...(isExact ? ['exact: true'] : []),
    ...(result ? [printField('result', result)] : []),
    ...(error ? [printField('error', error)] : []),
    ...(isRequested ? ['as: requested'] : []),
    ...(allowsOthers ? ['others: allowed'] : []),
  ];
}

function printTimes({ min, max }: CallTimes): string {
  if (max === undefined) return `at least ${min}`;
  if (min === max) return String(min);
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function printValue(check: ValueCheck): string {
  if ('fields' in check) {
    const fields = check.fields.map(({ key, value }) => printField(key, value));
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if ('items' in check) return list(check.items.map(printValue));
  const [value = null] = check.expected;
  return printOne(value);
}

function printField(key: string, value: ValueCheck): string {
  const isPlain = !('operator' in value) || (value.operator === 'equals' && !value.negated);
  // Alternatives and a list value are both printed as lists; only the operator distinguishes them.
  const isSingle = !('operator' in value) || value.expected.length === 1;
  if (isPlain && isSingle) return `${printName(key)}: ${printValue(value)}`;
  if (!('operator' in value)) return '';
  const name = printName(`${key} ${symbolOf(value)}`);
  if (value.operator === 'exists') return `${name}: true`;
  const [one = null] = value.expected;
  const values = value.expected.map(printOne);
  return `${name}: ${values.length === 1 ? printOne(one) : list(values)}`;
}

const list = (items: string[]) => `[${items.join(', ')}]`;

/** Prints a key within braces. */
const printName = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_. -]*(?: [=!<>~]+)?$/u.test(name) && name === name.trim()
    ? name
    : quoted(name);

function printOne(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value);
  const isPlain =
    /^[\p{L}_][\p{L}\p{N}_. /-]*$/u.test(value) &&
    value === value.trim() &&
    typeof plainValue(value) === 'string';
  return isPlain ? value : quoted(value);
}
