/** Exports a suite to Rasa's end-to-end tests: user messages, and the bot's replies as exact texts or patterns. */
import { stringify } from 'yaml';
import { expandBlocks } from '../../blocks/expand-blocks.ts';
import { isPattern } from '../../match/contains.ts';
import { describeAssertion } from '../../match/rule.ts';
import type { ImportLoss } from '../import/import-report.ts';
import { describeInput } from '../model/inputs.ts';
import type { Assertion, Interaction, Suite } from '../model/suite.ts';
import { escapeForPattern, portablePattern } from './portable-pattern.ts';
import { type Lose, testToExport } from './test-to-export.ts';

interface RasaStep {
  user?: string;
  bot?: string;
  assertions?: { bot_uttered: { text_matches: string } }[];
}

export function exportRasa(suite: Suite): { text: string; losses: ImportLoss[] } {
  const losses: ImportLoss[] = [];
  const lose: Lose = (what, reason) => losses.push({ what, reason });
  const cases = expandBlocks(suite).tests.map((test) => ({
    test_case: test.name,
    steps: testToExport(test, suite.configuration, lose).interactions.flatMap((interaction) =>
      stepsOf(interaction, lose),
    ),
  }));
  return { text: stringify({ test_cases: cases }, { lineWidth: 0 }), losses };
}

function stepsOf({ input, assertions, branches }: Interaction, lose: Lose): RasaStep[] {
  if (branches.length > 0) {
    lose(`branches after "${describeInput(input)}"`, 'Test cases have no branches.');
  }
  if (input.kind === 'check') {
    lose(describeInput(input), 'Test cases only talk to the bot.');
    return [];
  }
  if (input.kind !== 'text') {
    lose(describeInput(input), 'In test cases, the user speaks first, in text.');
    return [];
  }
  const user: RasaStep = { user: input.text };
  const steps = [user];
  for (const assertion of assertions) {
    const exact = exactText(assertion);
    const pattern = patternOf(assertion);
    if (exact !== undefined) steps.push({ bot: exact });
    else if (pattern !== undefined) {
      user.assertions = [...(user.assertions ?? []), { bot_uttered: { text_matches: pattern } }];
    } else lose(describeAssertion(assertion), 'There is no assertion for this.');
  }
  if (steps.length > 1 && user.assertions) {
    // A step cannot mix both kinds, and patterns can express exact texts.
    const exact = steps.splice(1).map(({ bot = '' }) => `^${escapeForPattern(bot)}$`);
    user.assertions.push(...exact.map((text) => ({ bot_uttered: { text_matches: text } })));
  }
  return steps;
}

function isSaid({ property, negated }: Assertion): boolean {
  return !negated && ['prompt', 'transcript', 'messages'].includes(property);
}

function exactText(assertion: Assertion): string | undefined {
  const [text] = assertion.expected;
  const isExact = isSaid(assertion) && assertion.operator === 'equals';
  return isExact && assertion.expected.length === 1 && text !== null ? String(text) : undefined;
}

function patternOf(assertion: Assertion): string | undefined {
  const { operator, expected, property } = assertion;
  if (!isSaid(assertion) || expected.includes(null) || expected.length === 0) return undefined;
  const patterns = expected.filter(isPattern);
  if (operator === 'contains' && patterns.length === 0) {
    const texts = expected.map((value) =>
      String(value).trim().split('*').map(escapeForPattern).join('.*'),
    );
    const any = texts.length > 1 ? `(${texts.join('|')})` : (texts[0] as string);
    return property === 'messages' ? any : `(?i)${any}`;
  }
  const isMatched = operator === 'regex' || (operator === 'contains' && patterns.length > 0);
  if (!isMatched || expected.length > 1) return undefined;
  const text = String(expected[0]);
  const [, source = text, flags = ''] = /^\s*\/([\s\S]*)\/([gimsuy]*)\s*$/.exec(text) ?? [];
  const meant = flags.replace(/[guy]/g, '');
  return `${meant && `(?${meant})`}${portablePattern(source)}`;
}
