/** Runs that judged nothing, and runs that only seem to have judged nothing. */
import { answers } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = `
      configuration: { channel: { kind: http, url: http://127.0.0.1:PORT/ } }
      ---`;

const hello = answers({ text: 'Hello Ada' });
const broken = answers({ text: 'Out of order' });

export const untested: LieCase[] = [
  {
    kind: 'lie',
    title: 'a suite of which every test is skipped',
    bot: broken,
    suite: `${http}
      - test.skip: One
      - hello: Hello Ada
      ---
      - test.skip: Two
      - hello: Hello Ada
    `,
    verdict: 'untested',
    why: 'The bot was never spoken to.',
  },
  {
    kind: 'lie',
    title: 'a run of a test whose name nobody has',
    bot: broken,
    options: { tests: ['Helo'] },
    suite: `${http}
      - test: Hello
      - hello: Hello Ada
    `,
    verdict: 'untested',
    why: 'No test was left to run.',
  },
  {
    kind: 'lie',
    title: 'a suite without a test',
    bot: broken,
    suite: `
      configuration: { channel: { kind: http, url: http://127.0.0.1:PORT/ } }
    `,
    verdict: 'untested',
    why: 'There is nothing in it.',
  },
  {
    kind: 'lie',
    title: 'a forgotten only on a test without a step',
    bot: broken,
    suite: `${http}
      - test.only: Draft
      ---
      - test: Hello
      - hello: Hello Ada
    `,
    verdict: 'untested',
    why: 'All that would have judged was left out.',
  },
  {
    kind: 'lie',
    title: 'a suite that is all in quarantine',
    bot: broken,
    options: { quarantined: new Set(['Hello']) },
    suite: `${http}
      - test: Hello
      - hello: Hello Ada
    `,
    verdict: 'untested',
    why: 'What does not count cannot be what passed.',
  },
  {
    kind: 'honest',
    title: 'a failing test in quarantine beside one that passes',
    bot: hello,
    options: { quarantined: new Set(['Flaky']) },
    suite: `${http}
      - test: Flaky
      - hello: Hello Bob
      ---
      - test: Hello
      - hello: Hello Ada
    `,
    verdict: 'passed',
    tests: { Flaky: 'failed', Hello: 'passed' },
    broken: { options: { quarantined: new Set(['Hello']) }, verdict: 'failed' },
    why: 'Something was judged and held; what is known to be broken is shown and does not count.',
  },
  {
    kind: 'honest',
    title: 'one test of many, by an only that is meant',
    bot: hello,
    suite: `${http}
      - test.only: Hello
      - hello: Hello Ada
      ---
      - test: Bye
      - bye: Bye Ada
    `,
    verdict: 'passed',
    tests: { Hello: 'passed', Bye: 'skipped' },
    broken: { bot: broken, verdict: 'failed' },
    why: 'It judged what it was asked to.',
  },
  {
    kind: 'honest',
    title: 'a skipped test that is run by its name',
    bot: hello,
    options: { tests: ['Hello'] },
    suite: `${http}
      - test.skip: Hello
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: broken, verdict: 'failed' },
    why: 'To name it is the most explicit wish.',
  },
  {
    kind: 'lie',
    title: 'a stored run held against a suite that has none of its tests',
    bot: hello,
    suite: `${http}
      - test: Hello
      - hello: Hello Ada
    `,
    reevaluatedBy: `${http}
      - test: Greeting
      - hello: Out of order
    `,
    verdict: 'untested',
    why: 'No conversation was re-evaluated.',
  },
  {
    kind: 'lie',
    title: 'a stored run held against a stricter suite',
    bot: hello,
    suite: `${http}
      - test: Hello
      - hello: Hello
    `,
    reevaluatedBy: `${http}
      - test: Hello
      - hello: Hello Bob
    `,
    verdict: 'failed',
    why: 'The reply stands, the expectation is another one.',
  },
  {
    kind: 'lie',
    title: 'a stored run held against a suite that says something else',
    bot: hello,
    suite: `${http}
      - test: Hello
      - hello: Hello Ada
    `,
    reevaluatedBy: `${http}
      - test: Hello
      - Good evening: Hello Ada
    `,
    verdict: 'error',
    code: 'said-otherwise',
    why: 'Nobody knows what the bot would have answered.',
  },
  {
    kind: 'honest',
    title: 'a draft without a step beside a test',
    bot: hello,
    suite: `${http}
      - test: Draft
      ---
      - test: Hello
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: broken, verdict: 'failed' },
    why: 'The run judged something; the draft says nothing and takes nothing away.',
  },
  {
    kind: 'lie',
    title: 'a first step that is read as the head of the test',
    bot: broken,
    suite: `${http}
      - test: Settings
      - settings:
        - prompt: Which settings do you mean?
    `,
    verdict: 'untested',
    says: /settings/,
    why: 'The one step of the test was taken for something else, so nothing was said or judged.',
  },
  {
    kind: 'honest',
    title: 'a stored run held against a suite that expects less',
    bot: hello,
    suite: `${http}
      - test: Hello
      - hello: Hello Bob
    `,
    reevaluatedBy: `${http}
      - test: Hello
      - hello: Hello
    `,
    verdict: 'passed',
    broken: { bot: broken, verdict: 'failed' },
    why: 'What was said fulfils what is expected now.',
  },
];
