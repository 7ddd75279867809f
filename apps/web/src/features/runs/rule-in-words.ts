import type { Verdict } from '@parley/suite';

/** Describes an expectation in the editor's terms, because the text of a suite calls a reply `prompt`. */
export function ruleInWords({ rule, assertion }: Pick<Verdict, 'rule' | 'assertion'>): string {
  const { property } = assertion;
  return property === 'prompt' && rule.startsWith('prompt ')
    ? `Reply${rule.slice(property.length)}`
    : rule;
}
