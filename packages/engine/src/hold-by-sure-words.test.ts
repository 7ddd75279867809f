import { parseSuite, type Reply } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { judgeStep } from './judge-step.ts';
import { sureTextOf } from './speech/sure-text.ts';
import { settingsOfSuite } from './step-settings.ts';
import { calibratedAt } from './test/calibrated-at.ts';

/** What a recognizer heard; words behind a `?` it is not sure of. */
function heard(line: string): Reply {
  const words = line.split(' ').map((word) => ({
    word: word.replace('?', ''),
    confidence: word.startsWith('?') ? 0.2 : 0.9,
  }));
  const text = words.map(({ word }) => word).join(' ');
  const confidence = Math.min(...words.map((one) => one.confidence));
  const sureText = sureTextOf({ text, confidence, words }, calibratedAt(0.5)());
  return {
    text,
    messages: [text],
    buttons: [],
    attachments: [],
    latencyMs: 0,
    payload: { transcript: text, confidence },
    confidence,
    isUnsure: true,
    ...(sureText !== undefined && { sureText }),
  };
}

async function outcomeOf(reply: Reply, expectation: string) {
  const { suite } = parseSuite(`- test: A\n- $DIAL:\n    - ${expectation}\n- hi`);
  const [step] = suite.tests[0]?.interactions ?? [];
  if (!step) throw new Error('There is no step');
  return (await judgeStep(step, reply, settingsOfSuite(suite.configuration))).outcome;
}

const menu = 'welcome to ?have ?made ?them for your balance press one';

describe('a step whose words were not all heard for sure', () => {
  it.each([
    'prompt: for your balance press one',
    'prompt: for your * press one',
    'prompt: [never, for your balance]',
    'transcript: press one',
    'prompt: welcome to * press one',
    'press one goto $EXIT',
  ])('passes where all that it expects was: %s', async (expectation) => {
    expect(await outcomeOf(heard(menu), expectation)).toBe('passed');
  });

  it.each([
    ['expects one of the others', 'prompt: have made them'],
    ['expects words on both sides of them as one', 'prompt: to have made them for'],
    ['expects something that was not heard', 'prompt: to acme bank'],
    ['expects nothing else to be said', `prompt === ${menu.replaceAll('?', '')}`],
    ['forbids a word, which they may be', 'prompt != closed'],
    ['has a pattern that they may break', 'prompt: /^(?!.*closed)/'],
    ['asks whether they are alike', 'prompt ~~ for your balance press one'],
    ['looks at them elsewhere', 'messages[0]: press one'],
    ['goes on by what was not heard', 'closed goto $EXIT'],
  ])('is undecided where it %s', async (_, expectation) => {
    expect(await outcomeOf(heard(menu), expectation)).toBe('undecided');
  });

  it('is undecided where nothing is known word by word', async () => {
    const { sureText: _, ...reply } = heard(menu);
    expect(await outcomeOf(reply, 'prompt: press one')).toBe('undecided');
  });
});
