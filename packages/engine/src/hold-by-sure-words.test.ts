import { parseSuite, type Reply } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { judgeStep } from './judge-step.ts';
import { sureTextOf } from './speech/sure-text.ts';
import { settingsOfSuite } from './step-settings.ts';
import { calibratedAt } from './test/calibrated-at.ts';

/** The result of a recognizer that is unsure of words with a leading `?`. */
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

const growing = (text: string, more: Partial<Reply> = {}): Reply => ({
  text,
  messages: [text],
  buttons: [],
  attachments: [],
  latencyMs: 500,
  payload: {},
  isGrowing: true,
  ...more,
});

describe('a step whose reply was still growing when its time was over', () => {
  const reply = growing('Your order 12 was refunded on Monday, 3');

  it.each([
    ['passed', 'expects words that stand there', 'prompt: order 12'],
    ['passed', 'expects them in their order', 'prompt: order * refunded'],
    ['passed', 'asks only when it began', 'latency < 1000'],
    ['failed', 'forbids a word that stands there', 'prompt != refunded'],
    ['failed', 'began too late', 'latency < 100'],
    ['undecided', 'expects its last word, which may become another', 'prompt: on Monday, 3'],
    ['undecided', 'forbids its last word', 'prompt != Monday, 3'],
    ['undecided', 'expects more', 'prompt: 30 days'],
    ['undecided', 'expects nothing else to be said', `prompt === ${reply.text}`],
    ['undecided', 'forbids what may follow', 'prompt != sorry'],
    ['undecided', 'has a pattern', 'prompt: /order \\d+/'],
    ['undecided', 'forbids a pattern', 'prompt !~ /sorry/'],
    ['undecided', 'asks whether they are alike', 'prompt ~~ your order was refunded'],
    ['undecided', 'expects a button', 'buttons: Yes'],
    ['undecided', 'expects no button', 'not buttons'],
    ['undecided', 'looks at messages', 'messages[0]: order'],
    ['undecided', 'goes on by what has not been said', 'sorry goto $EXIT'],
  ])('is %s where it %s: %s', async (outcome, _, expectation) => {
    expect(await outcomeOf(reply, expectation)).toBe(outcome);
  });

  it('says how far it came', async () => {
    const { suite } = parseSuite('- test: A\n- $DIAL: goodbye');
    const [step] = suite.tests[0]?.interactions ?? [];
    if (!step) throw new Error('There is no step');
    const { failure } = await judgeStep(step, reply, settingsOfSuite(suite.configuration));
    expect(failure).toMatchObject({
      class: 'unsure',
      code: 'still-growing',
      message: expect.stringContaining('Monday, 3'),
      hint: expect.stringContaining('replyTimeout'),
    });
  });
});
