/** Repeated tests: agents that are right only sometimes, and tries that show nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, answersTo } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

const head = `
      configuration:
        syntax: 2
        channel: { kind: http, url: http://127.0.0.1:PORT }
        replyTimeout: 5s`;

const repeated = `${head}
        repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 50 }
      ---
      - test: Hours
      - When are you open?: nine to five
    `;

const fixed = (tries: number) =>
  repeated.replace('{ passRate: 0.95, tolerate: 0.8, maxTries: 50 }', `{ tries: ${tries} }`);

/** A repeated test that ends if the bot apologizes. */
const leaving = repeated.replace('- When', '- hello:\n        - sorry goto $EXIT\n      - When');

const right: Answer = { text: 'We are open from nine to five.' };
const wrong: Answer = { text: 'I am not sure.' };
const apology: Answer = { text: 'Sorry, we are down for maintenance.' };
const unavailable: Answer = { status: 503, body: 'upstream connect error' };

/** An agent whose answer depends on the number of the conversation, starting at 1. */
const agent =
  (answer: (conversation: number) => Answer | Promise<Answer>): Bot =>
  () => {
    let conversations = 0;
    return answersTo(() => answer(++conversations))();
  };

/** An agent that is wrong in every n-th conversation. */
const wrongEach = (n: number, instead: Answer = wrong): Bot =>
  agent((conversation) => (conversation % n === 0 ? instead : right));

export const repeats: LieCase[] = [
  {
    kind: 'lie',
    title: 'an agent that is wrong one time in four',
    bot: wrongEach(4),
    suite: repeated,
    verdict: 'failed',
    code: 'pass-rate',
    says: /1[0-9] of 1[0-9] tries passed/,
    why: 'Three single runs in four are green.',
  },
  {
    kind: 'lie',
    title: 'an agent that is right the first time only',
    bot: agent((conversation) => (conversation === 1 ? right : wrong)),
    suite: repeated,
    verdict: 'failed',
    code: 'pass-rate',
    why: 'A single run of it is green.',
  },
  {
    kind: 'lie',
    title: 'an agent whose wrong answers take long',
    bot: agent(async (conversation) => {
      if (conversation % 3 !== 0) return right;
      await sleep(300);
      return wrong;
    }),
    suite: repeated,
    verdict: 'failed',
    code: 'pass-rate',
    why: 'Counted as they end, the fast passes would come first and decide.',
  },
  {
    kind: 'lie',
    title: 'an agent that passes nine times in ten, which is neither good enough nor too bad',
    bot: wrongEach(10),
    suite: repeated,
    verdict: 'undecided',
    code: 'pass-rate-undecided',
    says: /45 of 50 tries passed: this does not decide between a pass rate of 95% and one of 80%/,
    why: 'Neither a pass nor a failure is shown.',
  },
  {
    kind: 'lie',
    title: 'an agent that is gone in every fifth conversation',
    bot: wrongEach(5, unavailable),
    suite: repeated,
    verdict: 'undecided',
    code: 'tries-missing',
    says: /more are missing: too many tries show nothing/,
    why: 'What does not answer may be what fails; leaving it out would be green.',
  },
  {
    kind: 'lie',
    title: 'an agent that is never there',
    bot: agent(() => unavailable),
    suite: repeated,
    verdict: 'error',
    code: 'unavailable',
    why: 'Fifty tries would say no more than three, and nothing about the agent.',
  },
  {
    kind: 'lie',
    title: 'a mistyped path that is absent in every try',
    bot: agent(() => ({ ...(right as object), refundId: 7 })),
    suite: `${head}
        repeat: { maxTries: 20 }
      ---
      - test: Hours
      - When are you open?:
        - prompt: nine to five
        - refundID not exists
    `,
    verdict: 'failed',
    code: 'unknown-path',
    why: 'Eighteen passes of a check that cannot fail are none.',
  },
  {
    kind: 'lie',
    title: 'an agent whose apologies end most tries before anything is checked',
    bot: () => {
      let hellos = 0;
      return answersTo((text) => (text === 'hello' && ++hellos > 1 ? apology : right))();
    },
    suite: leaving,
    verdict: 'undecided',
    code: 'tries-missing',
    says: /too many tries show nothing/,
    why: 'Alone, each of these conversations would have tested nothing.',
  },
  {
    kind: 'lie',
    title: 'an agent whose apologies end all tries before anything is checked',
    bot: agent(() => apology),
    suite: leaving,
    verdict: 'error',
    code: 'nothing-tested',
    why: 'They have seen nothing, however many they are.',
  },
  {
    kind: 'lie',
    title: 'rates between which so few tries cannot decide',
    bot: agent(() => right),
    suite: repeated.replace('maxTries: 50', 'maxTries: 10'),
    verdict: 'refused',
    says: /at least 18 tries to pass, and "maxTries" is 10/,
    why: 'Such a rule would never be green, and nobody would know why.',
  },
  {
    kind: 'honest',
    title: 'an agent that is always right, in 18 tries',
    bot: agent(() => right),
    suite: repeated,
    verdict: 'passed',
    broken: { bot: agent(() => wrong), verdict: 'failed', code: 'pass-rate' },
    why: 'All of them passed.',
  },
  {
    kind: 'honest',
    title: 'an agent that stumbles once',
    bot: agent((conversation) => (conversation === 5 ? wrong : right)),
    suite: repeated,
    verdict: 'passed',
    broken: { bot: wrongEach(5), verdict: 'failed', code: 'pass-rate' },
    why: 'One failure in 27 tries is within what the rule allows.',
  },
  {
    kind: 'honest',
    title: 'a proxy that is gone for one conversation',
    bot: agent((conversation) => (conversation === 5 ? unavailable : right)),
    suite: repeated,
    verdict: 'passed',
    broken: { bot: wrongEach(6, unavailable), verdict: 'undecided', code: 'tries-missing' },
    why: 'It would pass even if that try had failed.',
  },
  {
    kind: 'honest',
    title: 'a single test that is not repeated beside one that is',
    bot: answersTo((text) => (/hello/i.test(text) ? { text: 'Good morning' } : right)),
    suite: `${repeated.trimEnd()}
      ---
      - test: Greeting
      - repeat: { maxTries: 1 }
      - Hello: good morning
    `,
    verdict: 'passed',
    broken: {
      suite: ['good morning', 'good night'],
      verdict: 'failed',
      tests: { Hours: 'passed', Greeting: 'failed' },
    },
    why: 'Each is judged by its own rule.',
  },
  {
    kind: 'honest',
    title: 'a rule of one test that asks for less',
    bot: wrongEach(10),
    suite: repeated.replace(
      '- When',
      '- repeat: { passRate: 0.85, tolerate: 0.5, maxTries: 30 }\n      - When',
    ),
    verdict: 'passed',
    broken: { bot: wrongEach(2), verdict: 'failed', code: 'pass-rate' },
    why: 'Nine in ten is better than what it asks for.',
  },
  {
    kind: 'honest',
    title: 'an agent to which "repeat" is said',
    bot: answersTo((text) => ({ text: `You said ${text}` })),
    suite: `${head}
      ---
      - test: Again
      - repeat: You said repeat
    `,
    verdict: 'passed',
    broken: { suite: ['You said repeat', 'I repeat'], verdict: 'failed', code: 'mismatch' },
    why: 'The word is a setting only with rates or a number of tries.',
  },
  {
    kind: 'lie',
    title: 'an agent that is right eighteen times and wrong from then on, tried thirty times',
    bot: agent((conversation) => (conversation <= 18 ? right : wrong)),
    suite: fixed(30),
    verdict: 'failed',
    code: 'pass-rate',
    says: /18 of 30 tries passed/,
    why: 'A fixed number of tries is not stopped by the first ones.',
  },
  {
    kind: 'lie',
    title: 'an agent that is right five times in five',
    bot: agent(() => right),
    suite: fixed(5),
    verdict: 'undecided',
    code: 'pass-rate-undecided',
    says: /compared with those of another version/,
    why: 'One that is right four times in five would be so in a third of all runs.',
  },
  {
    kind: 'honest',
    title: 'an agent that is right thirty times in thirty',
    bot: agent(() => right),
    suite: fixed(30),
    verdict: 'passed',
    broken: { bot: wrongEach(2), verdict: 'failed', code: 'pass-rate' },
    why: 'So many tries decide, whether or not they could have been stopped before.',
  },
  {
    kind: 'honest',
    title: 'a test that must pass, among fixed tries',
    bot: agent(() => right),
    suite: fixed(5).replace('- When', '- tags: must\n      - When'),
    verdict: 'passed',
    broken: { bot: wrongEach(2), verdict: 'failed', code: 'pass-rate' },
    why: 'It is asked for alone, so it is tried until its own rate is known.',
  },
];
