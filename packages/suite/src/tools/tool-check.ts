/** What an assertion about tools, tokens or cost asks for. Plain data, as it stands in the model of a suite. */
import type { Operator } from '../format/model/operator.ts';
import type { TokenKind } from './token-use.ts';

export type ToolCheck = CallCheck | OrderCheck | OnlyCheck | TokenCheck | CostCheck;

interface Scoped {
  /** True if it applies to all turns so far, not only to this one. */
  isConversation?: true;
}

/** Check such as `tool refund_order: { times: 1, args: { order: 7 } }`. */
export interface CallCheck extends Scoped {
  kind: 'call';
  tool: string;
  /** Default: at least once. `max` is absent if there is no upper limit. */
  times?: CallTimes;
  args?: ValueCheck;
  /** True if the arguments must be exactly these, without others. */
  isExact?: true;
  result?: ValueCheck;
  error?: ValueCheck;
  /** True if a request of the model is enough, even if the call did not run. */
  isRequested?: true;
  /** True to allow other calls of the tool although `times` has an upper limit. */
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
  /** True if there have to be fewer tokens, false if more. */
  isLess: boolean;
  isEqualAllowed: boolean;
  tokens: number;
}

/** `turn cost < 0.02`, `conversation cost <= 0.1` */
export interface CostCheck extends Scoped {
  kind: 'cost';
  /** It has to be lower; otherwise higher. */
  isLess: boolean;
  isEqualAllowed: boolean;
  /** In the currency of the suite's prices. */
  amount: number;
}

/** Checks of what models used. */
export type UsageCheck = TokenCheck | CostCheck;

/** True for a check of what models used, whatever they called. */
export const isUsageCheck = (check: ToolCheck | undefined): check is UsageCheck =>
  check?.kind === 'tokens' || check?.kind === 'cost';

/** Expected value: a comparison, an object with some of its keys, or a list. */
export type ValueCheck =
  | { operator: Operator; negated: boolean; expected: (string | number | boolean | null)[] }
  | { fields: { key: string; value: ValueCheck }[] }
  | { items: ValueCheck[] };

/** Calls `change` with every text in a check, for templates. */
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

/** @returns every text in a check */
export function checkTexts(check: ToolCheck): string[] {
  const texts: string[] = [];
  mapCheckTexts(check, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** @returns the comparison of a check of tokens or cost, for example `<=` */
export const usageOperator = ({ isLess, isEqualAllowed }: UsageCheck): string =>
  `${isLess ? '<' : '>'}${isEqualAllowed ? '=' : ''}`;

/** @returns the check as it stands before the colon; a check of tokens or cost before its operator */
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
