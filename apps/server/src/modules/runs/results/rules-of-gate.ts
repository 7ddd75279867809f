import type { gateQuery } from '@parley/contract';
import type { GateSettings } from '@parley/suite';
import {
  asksTheSame,
  type GateRules,
  gateOf,
  gateRulesMax,
  type RateRule,
  ruleOf,
} from '@parley/suite/gate';
import type * as z from 'zod/mini';
import { ApiError } from '../../../platform/errors/api-error.ts';

export type GateQuery = z.infer<typeof gateQuery>;

/** Returns the gate rules of a suite, which a request can override. */
export function rulesOfGate(
  gate: GateSettings | undefined,
  { baseline, noWorseBy, question, rules = '' }: GateQuery,
): GateRules {
  const written = gateOf(gate);
  const given: RateRule[] = [
    ...(noWorseBy === undefined ? [] : [{ of: { kind: 'passed tries' as const }, noWorseBy }]),
    ...rules
      .split(';')
      .filter((text) => text.trim() !== '')
      .map(readRule),
  ];
  if (given.length > gateRulesMax)
    throw new ApiError('invalid_request', { message: `A gate has at most ${gateRulesMax} rules.` });
  const others = written.rates.filter((rule) => !given.some((one) => asksTheSame(one, rule)));
  return {
    ...written,
    ...(baseline !== undefined && { baseline }),
    ...(question !== undefined && { question }),
    rates: [...others, ...given],
  };
}

function readRule(text: string): RateRule {
  const rule = ruleOf(text);
  if (rule) return rule;
  throw new ApiError('invalid_request', {
    message: `“${text.trim().slice(0, 200)}” is not a gate rule.`,
    hint: 'Write for example: tries without tool errors at least 95%',
  });
}
