import { describe, expect, it } from 'vitest';
import type { Assertion } from '../format/model/suite.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { printSuite } from '../format/print/print.ts';
import {
  type AccessibilityImpact,
  accessibilityLevel,
  judgeAccessibility,
} from './judge-accessibility.ts';

const check = (text: string): Assertion => ({
  property: 'accessibility',
  operator: 'contains',
  expected: [text],
  negated: false,
});
const finding = (impact: AccessibilityImpact) => ({
  rule: 'color-contrast',
  impact,
  help: 'Elements must meet minimum color contrast ratio thresholds',
  elements: ['.bot > p'],
});
const all = check('no violations');
const serious = check('no serious violations');
const judge = (assertion: Assertion, found: Parameters<typeof judgeAccessibility>[2]) =>
  judgeAccessibility(assertion, accessibilityLevel(assertion) ?? 'minor', found);

describe('a check of accessibility', () => {
  it('fails by a violation, and names its rule, impact, element and help', () => {
    const verdict = judge(all, { violations: [finding('minor')], incomplete: [], checked: 3 });
    expect(verdict).toMatchObject({
      passed: false,
      actual:
        'color-contrast (minor): Elements must meet minimum color contrast ratio thresholds: .bot > p',
    });
    expect(verdict.standing).toBeUndefined();
  });

  it.each<[AccessibilityImpact, boolean]>([
    ['minor', true],
    ['moderate', true],
    ['serious', false],
    ['critical', false],
  ])('with "no serious violations", one of impact %s passes: %s', (impact, passed) => {
    const found = { violations: [finding(impact)], incomplete: [], checked: 3 };
    expect(judge(serious, found).passed).toBe(passed);
  });

  it('is undecided where a person has to look, unless the impact is too low to count', () => {
    const found = { violations: [], incomplete: [finding('moderate')], checked: 3 };
    expect(judge(all, found)).toMatchObject({ passed: false, standing: 'undecided' });
    expect(judge(serious, found)).toMatchObject({ passed: true });
  });

  it('is undecided where nothing was checked, or nothing is known', () => {
    const nothing = { violations: [], incomplete: [], checked: 0 };
    expect(judge(all, nothing)).toMatchObject({ passed: false, standing: 'undecided' });
    expect(judge(all, { unknown: 'No widget.' })).toMatchObject({
      passed: false,
      standing: 'undecided',
      hint: 'No widget.',
    });
  });

  const suite = (line: string, kind = 'browser', syntax = 2) =>
    `configuration:\n  syntax: ${syntax}\n  channel:\n    kind: ${kind}\n    url: http://x\n---\n- test: One\n- hello:\n  - ${line}\n`;

  it.each(['no violations', 'no serious violations', 'no critical violations'])(
    'is read and written: %s',
    (text) => {
      const { suite: read, problems } = parseSuite(suite(`accessibility: ${text}`));
      expect(problems).toEqual([]);
      expect(read.tests[0]?.interactions[0]?.assertions.map(accessibilityLevel)).toHaveLength(1);
      expect(parseSuite(printSuite(read)).suite).toEqual(read);
    },
  );

  it.each([
    ['accessibility: no grave violations', 'browser', 2, 'must be "no violations"'],
    ['accessibility: none', 'browser', 2, 'must be "no violations"'],
    ['accessibility != no violations', 'browser', 2, 'must be "no violations"'],
    ['accessibility: no violations goto end', 'browser', 2, 'must be "no violations"'],
    ['accessibility: [no violations, none]', 'browser', 2, 'must be "no violations"'],
    ['accessibility: no violations', 'http', 2, 'needs a channel of kind browser'],
    ['accessibility: no violations', 'browser', 1, 'not the widget'],
  ])('says what is wrong with %s on %s, syntax %s', (line, kind, syntax, message) => {
    const { problems } = parseSuite(suite(line, kind, syntax));
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  });

  it('leaves a path of that name alone on other channels', () => {
    expect(parseSuite(suite('accessibility: ramp', 'http')).problems).toEqual([]);
  });
});
