import { plainAmount } from './cost.ts';
import { countInWords } from './judge-tokens.ts';
import { describeValue, isPlainValue } from './match-value.ts';
import type { CallCheck, CallTimes, ToolCheck, ValueCheck } from './tool-check.ts';

/** Describes the check in words: `refund_order is called once with { order: 7 }`. */
export function describeToolCheck(check: ToolCheck): string {
  const scope = check.isConversation ? ', in the conversation' : '';
  if (check.kind === 'order')
    return `tools are called in the order ${check.tools.join(', ')}${scope}`;
  if (check.kind === 'only') {
    return check.tools.length === 0
      ? `no tool is called${scope}`
      : `only ${check.tools.join(', ')} may be called${scope}`;
  }
  if (check.kind === 'tokens') {
    const { isLess, isEqualAllowed, of, tokens } = check;
    const bound = `${isEqualAllowed ? 'at ' : ''}${boundOf(isLess, isEqualAllowed)}`;
    const kind = of === 'total' ? '' : ` of ${of}`;
    return `${bound} ${countInWords({ least: tokens, most: tokens })}${kind} are used${scope}`;
  }
  if (check.kind === 'cost') {
    const { isLess, isEqualAllowed, amount } = check;
    const bound = isEqualAllowed
      ? `at ${boundOf(isLess, isEqualAllowed)}`
      : isLess
        ? 'less than'
        : 'more than';
    return `the models cost ${bound} ${plainAmount(amount)}${scope}`;
  }
  return `${check.tool} is ${describeCallCheck(check)}${scope}`;
}

function boundOf(isLess: boolean, isEqualAllowed: boolean): string {
  if (isEqualAllowed) return isLess ? 'most' : 'least';
  return isLess ? 'fewer than' : 'more than';
}

function describeCallCheck(check: CallCheck): string {
  const { times, args, isExact, result, error, isRequested } = check;
  const conditions = [
    ...(args ? [`with ${isExact ? 'exactly ' : ''}${describeValue(args)}`] : []),
    ...(result ? [`with ${described('result', result)}`] : []),
    ...(error ? [`with ${described('error', error)}`] : []),
  ];
  const verb = isRequested ? 'asked for' : 'called';
  const how = conditions.length > 0 ? ` ${conditions.join(' and ')}` : '';
  return times?.max === 0 ? `not ${verb}${how}` : `${verb}${describeTimes(times)}${how}`;
}

const described = (name: string, check: ValueCheck) =>
  `${name} ${isPlainValue(check) ? describeValue(check) : `that ${describeValue(check)}`}`;

function describeTimes(times: CallTimes | undefined): string {
  if (!times) return '';
  const { min, max } = times;
  if (max === undefined) return ` at least ${inWords(min)}`;
  if (min === max) return ` ${inWords(min)}`;
  return min === 0 ? ` at most ${inWords(max)}` : ` ${min} to ${max} times`;
}

const inWords = (count: number) =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
