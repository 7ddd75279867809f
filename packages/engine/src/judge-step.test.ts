import { parseSuite, type Reply } from '@parley/suite';
import { expect, it } from 'vitest';
import { judgeStep } from './judge-step.ts';
import { settingsOfSuite } from './step-settings.ts';

/** Words in an order that depends on `step`, so that a search for one such text in another never ends early. */
const words = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => `word${(at * step) % 10_007}`).join(' ');

it('lets others have their turn while many expectations are held against a long reply', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `    - prompt ~~ ${words(300, at + 2)}\n`);
  const { suite } = parseSuite(`- test: A\n- hi:\n${lines.join('')}`);
  const [step] = suite.tests[0]?.interactions ?? [];
  if (!step) throw new Error('There is no step');
  const text = words(100_000, 7);
  const reply: Reply = {
    text,
    messages: [text],
    buttons: [],
    attachments: [],
    latencyMs: 0,
    payload: null,
  };
  let turns = 0;
  let isJudged = false;
  const judging = judgeStep(step, reply, settingsOfSuite(suite.configuration)).finally(() => {
    isJudged = true;
  });
  while (!isJudged) {
    await new Promise(setImmediate);
    turns += 1;
  }
  expect((await judging).verdicts).toHaveLength(lines.length);
  expect(turns).toBeGreaterThanOrEqual(lines.length);
}, 120_000);
