/** What an assertion about tools, tokens or cost checks, as plain data in the model of a suite. */
import type { Operator } from '../format/model/operator.ts';
import type { TokenKind } from './token-use.ts';

export type ToolCheck = CallCheck | OrderCheck | OnlyCheck | TokenCheck | CostCheck;

interface Scoped {
  /** True if the check applies to all turns so far, and not only to this one. */
  isConversation?: true;
}

/** Check such as `tool refund_order: { times: 1, args: { order: 7 } }`. */
export interface CallCheck extends Scoped {
  kind: 'call';
  tool: string;
  /** Default: at least once. `max` is absent if there is no upper limit. */
  times?: CallTimes;
  args?: ValueCheck;
  /** True if the call must have no other arguments. */
  isExact?: true;
  result?: ValueCheck;
  error?: ValueCheck;
  /** True if it is enough that the model requested the call, even if the call did not run. */
  isRequested?: true;
  /** True to allow calls with other arguments although `times` has an upper limit. */
  allowsOthers?: true;
}

export interface CallTimes {
  min: number;
  max?: number;
}

/** Check such as `tool order: [get_order, refund_order]`. */
export interface OrderCheck extends Scoped {
  kind: 'order';
  tools: string[];
}

/** Check such as `only tools: [get_order]`. */
export interface OnlyCheck extends Scoped {
  kind: 'only';
  tools: string[];
}

/** Check such as `turn tokens < 2000` or `conversation output tokens <= 500`. */
export interface TokenCheck extends Scoped {
  kind: 'tokens';
  of: TokenKind;
  /** True if the number of tokens must be below the limit, false if it must be above. */
  isLess: boolean;
  isEqualAllowed: boolean;
  tokens: number;
}

/** Check such as `turn cost < 0.02` or `conversation cost <= 0.1`. */
export interface CostCheck extends Scoped {
  kind: 'cost';
  /** True if the cost must be below the limit, false if it must be above. */
  isLess: boolean;
  isEqualAllowed: boolean;
  /** The limit, in the currency of the suite's prices. */
  amount: number;
}

/** Checks of the tokens or the cost that models used. */
export type UsageCheck = TokenCheck | CostCheck;

/** @returns true for a check of tokens or cost */
export const isUsageCheck = (check: ToolCheck | undefined): check is UsageCheck =>
  check?.kind === 'tokens' || check?.kind === 'cost';

/** Expected value: a comparison, an object with at least these fields, or a list with exactly these items. */
export type ValueCheck =
  | { operator: Operator; negated: boolean; expected: (string | number | boolean | null)[] }
  | { fields: { key: string; value: ValueCheck }[] }
  | { items: ValueCheck[] };

/** @returns the check with all its texts changed, for templates */
export function mapCheckTexts(check: ToolCheck, change: (text: string) => string): ToolCheck {
  if (isUsageCheck(check)) return check;
  if (check.kind !== 'call') return { ...check, tools: check.tools.map(change) };
  const { args, result, error } = check;
  const inValue = (value: ValueCheck): ValueCheck => {
    if ('fields' in value) {
      return { fields: value.fields.map(({ key, value: of }) => ({ key, value: inValue(of) })) };
    }
    if ('items' in value) return { items: value.items.map(inValue) };
    return {
      ...value,
      expected: value.expected.map((one) => (typeof one === 'string' ? change(one) : one)),
    };
  };
  return {
    ...check,
    tool: change(check.tool),
    ...(args && { args: inValue(args) }),
    ...(result && { result: inValue(result) }),
    ...(error && { error: inValue(error) }),
  };
}

/** @returns all texts in a check */
export function checkTexts(check: ToolCheck): string[] {
  const texts: string[] = [];
  mapCheckTexts(check, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** @returns the comparison operator of the check, for example `<=` */
export const usageOperator = ({ isLess, isEqualAllowed }: UsageCheck): string =>
  `${isLess ? '<' : '>'}${isEqualAllowed ? '=' : ''}`;

/** @returns the text of the check before the colon, or before the operator of a check of tokens or cost */
export function toolCheckName(check: ToolCheck): string {
  if (check.kind === 'tokens') {
    const kind = check.of === 'total' ? '' : `${check.of} `;
    return `${check.isConversation ? 'conversation' : 'turn'} ${kind}tokens`;
  }
  if (check.kind === 'cost') return `${check.isConversation ? 'conversation' : 'turn'} cost`;
  const scope = check.isConversation ? 'conversation ' : '';
  if (check.kind === 'only') return `${scope}only tools`;
  return `${scope}tool ${check.kind === 'order' ? 'order' : check.tool}`;
}
