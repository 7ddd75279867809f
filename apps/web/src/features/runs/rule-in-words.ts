import type { Verdict } from '@parley/suite';

/** Describes an expectation with the words of the editor, because suite texts say `prompt` for a reply. */
export function ruleInWords({ rule, assertion }: Pick<Verdict, 'rule' | 'assertion'>): string {
  const { property } = assertion;
  return property === 'prompt' && rule.startsWith('prompt ')
    ? `Reply${rule.slice(property.length)}`
    : rule;
}
