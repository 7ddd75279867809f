/**
 * Judges accessibility checks of a chat widget (syntax version 2), such as `accessibility: no violations` and
 * `accessibility: no serious violations`. The channel collects the findings.
 */
import type { Assertion } from '../format/model/suite.ts';
import { boundedVerdict } from '../match/bounded-verdict.ts';
import type { Verdict } from '../match/matcher.ts';

/** Impacts from least to most severe, as axe-core names them. */
export const accessibilityImpacts = ['minor', 'moderate', 'serious', 'critical'] as const;

export type AccessibilityImpact = (typeof accessibilityImpacts)[number];

export interface AccessibilityFinding {
  /** ID of the rule, such as `color-contrast`. */
  rule: string;
  impact: AccessibilityImpact;
  help: string;
  /** Selectors of the first few affected elements. */
  elements: string[];
}

export interface AccessibilityReport {
  violations: AccessibilityFinding[];
  /** Findings that could not be decided and need a person to look at them. */
  incomplete: AccessibilityFinding[];
  /** Number of rules that applied to at least one element. */
  checked: number;
}

/** Reason why the accessibility of a widget is unknown. */
export interface AccessibilityUnknown {
  unknown: string;
}

/** @returns the least severe impact that fails an accessibility check; undefined for any other check */
export function accessibilityLevel({
  property,
  operator,
  negated,
  expected,
}: Pick<Assertion, 'property' | 'operator' | 'negated' | 'expected'>):
  | AccessibilityImpact
  | undefined {
  const [text] = expected;
  if (property !== 'accessibility' || operator !== 'contains' || negated) return undefined;
  if (expected.length !== 1 || typeof text !== 'string') return undefined;
  const found = /^no (?:(minor|moderate|serious|critical) )?violations$/.exec(text);
  return found ? ((found[1] ?? 'minor') as AccessibilityImpact) : undefined;
}

/** @returns a verdict that passes only if there are no violations and every rule could be decided. Never throws. */
export function judgeAccessibility(
  assertion: Assertion,
  least: AccessibilityImpact,
  found: AccessibilityReport | AccessibilityUnknown,
): Verdict {
  const rule = `no ${least === 'minor' ? '' : `${least} or worse `}accessibility violations in the widget`;
  const open = (hint: string, actual: string | null = null) =>
    boundedVerdict({ passed: false, standing: 'undecided', assertion, rule, actual, hint });
  if ('unknown' in found) return open(found.unknown);
  const counts = ({ impact }: AccessibilityFinding) =>
    accessibilityImpacts.indexOf(impact) >= accessibilityImpacts.indexOf(least);
  const violations = found.violations.filter(counts);
  if (violations.length > 0) {
    const hint = `Fix ${violations.map(({ rule: id }) => id).join(', ')}: each rule is explained at https://dequeuniversity.com/rules/axe.`;
    return boundedVerdict({ passed: false, assertion, rule, actual: listOf(violations), hint });
  }
  const incomplete = found.incomplete.filter(counts);
  if (incomplete.length > 0)
    return open('Check these elements yourself: no program can decide this.', listOf(incomplete));
  if (found.checked === 0) return open('No accessibility rule applied to anything in the widget.');
  return { passed: true, assertion, rule, actual: 'no violations' };
}

const listOf = (findings: readonly AccessibilityFinding[]): string =>
  findings
    .map(
      ({ rule, impact, help, elements }) => `${rule} (${impact}): ${help}: ${elements.join(', ')}`,
    )
    .join('\n');
