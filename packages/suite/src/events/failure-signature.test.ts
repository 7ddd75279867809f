import { describe, expect, it } from 'vitest';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import { matchAssertion, matchSettings } from '../match/match-assertion.ts';
import type { Verdict } from '../match/matcher.ts';
import type { Failure } from './failure.ts';
import { type FailedStep, failureSignature } from './failure-signature.ts';

const settings = matchSettings({});

interface Check {
  property?: string;
  operator?: Operator;
  expected: Assertion['expected'][number] | Assertion['expected'];
  negated?: boolean;
}

function failedVerdict(check: Check, said: string, payload: Json): Verdict {
  const assertion: Assertion = {
    property: check.property ?? 'prompt',
    operator: check.operator ?? 'contains',
    expected: [check.expected].flat(),
    negated: check.negated ?? false,
  };
  const reply = { text: said, messages: [said], buttons: [], attachments: [], latencyMs: 2313 };
  const verdict = matchAssertion(assertion, { ...reply, payload }, settings);
  expect(verdict.passed, `"${said}" fails ${verdict.rule}`).toBe(false);
  return verdict;
}

/** Builds a step that failed because the reply did not meet a check. */
function wrong(check: Check | Check[], said: string, payload: Json = null): Required<FailedStep> {
  const verdicts = [check].flat().map((each) => failedVerdict(each, said, payload));
  const failure = { class: 'wrong', code: 'mismatch', message: `Got ${said}` } as const;
  return { failure, verdicts };
}

const told = (of: Failure['class'], code: string, message = ''): FailedStep => ({
  failure: { class: of, code, message },
  verdicts: [],
});

const says = (expected: string): Check => ({ expected });
const equals = (expected: string): Check => ({ expected, operator: 'equals' });
const never = (expected: Check['expected']): Check => ({ expected, negated: true });
const path = (property: string, expected: Check['expected'], operator: Operator = 'equals') => ({
  property,
  expected,
  operator,
});

type Pair = [title: string, one: FailedStep, other: FailedStep];

const delivery = says('arrives in 3 days');
const orderId = '6f1e0a52-8d0c-4f0e-9d1b-0a7a51c1b001';
const otherId = '0b9c7a11-1f6e-4e8a-8a55-7d2f3f0f9c22';
const tool = (name: string) => ({ tool_calls: [{ function: { name } }] });

const alike: Pair[] = [
  [
    'the same words around the same difference',
    wrong(delivery, 'It arrives in 5 days.'),
    wrong(delivery, 'Thanks for asking! It arrives in 5 days, Sam.'),
  ],
  [
    'case, marks and spaces around a difference',
    wrong(delivery, 'It arrives in five days'),
    wrong(delivery, 'It arrives in “Five” days!'),
  ],
  [
    'another text altogether, worded anew each time',
    wrong(says('your savings account holds'), 'I am sorry, I cannot help you with that.'),
    wrong(says('your savings account holds'), 'Unfortunately this is beyond what I can do.'),
  ],
  [
    'two names of the text of a reply',
    wrong({ ...delivery, property: 'prompt' }, 'It arrives in 5 days'),
    wrong({ ...delivery, property: 'reply' }, 'It arrives in 5 days'),
  ],
  [
    'an identifier made for the run in the expected text',
    wrong(says(`order ${orderId} is ready`), `order ${orderId} is not ready`),
    wrong(says(`order ${otherId} is ready`), `order ${otherId} is not ready`),
  ],
  [
    'an identifier made for the run in the reply',
    wrong(says('ticket is open'), `ticket ${orderId} is open`),
    wrong(says('ticket is open'), `ticket ${otherId} is open`),
  ],
  [
    'the moment of the run',
    wrong(says('as of today'), 'as of 2026-11-26T07:00:00Z today'),
    wrong(says('as of today'), 'as of 2026-11-27T07:05:13.221Z today'),
  ],
  [
    'a forbidden word in another sentence',
    wrong(never('password'), 'Your password is hunter2'),
    wrong(never('password'), 'Please tell me the password.'),
  ],
  [
    'a limit exceeded by another amount',
    wrong(path('latencyMs', 2000, 'less'), 'Hi', { latencyMs: 2313 }),
    wrong(path('latencyMs', 2000, 'less'), 'Hi', { latencyMs: 2518 }),
  ],
  [
    'a meaning that another sentence does not have',
    wrong({ operator: 'regex', expected: '^Yes' }, 'No, we are closed on that day.'),
    wrong({ operator: 'regex', expected: '^Yes' }, 'I would rather not say that here.'),
  ],
  [
    'the same expectations in another order',
    wrong([delivery, says('by post')], 'It arrives in 5 days'),
    wrong([says('by post'), delivery], 'It arrives in 5 days'),
  ],
  [
    'silence, waited for longer',
    told('silent', 'reply-timeout', 'No reply within 15 s.'),
    told('silent', 'reply-timeout', 'No reply within 30 s.'),
  ],
  [
    'a refused connection, told at another time',
    told('network', 'connection-refused', 'The bot refused the connection.'),
    told('network', 'connection-refused', 'The bot  refused the connection.'),
  ],
  [
    'an error that names its request',
    told('network', 'http-status', `Status 502, request ${orderId}`),
    told('network', 'http-status', `Status 502, request ${otherId}`),
  ],
  [
    'words that were not understood',
    told('unsure', 'low-confidence', '"yes" was heard, with a confidence of 41%'),
    told('unsure', 'low-confidence', '"jess" was heard, with a confidence of 38%'),
  ],
  [
    'a wrong value that reads the same',
    wrong(path('status', 'open'), 'Hi', { status: 'closed' }),
    wrong(path('status', 'open'), 'Hello', { status: 'closed' }),
  ],
];

const apart: Pair[] = [
  [
    'another number in the reply',
    wrong(delivery, 'It arrives in 5 days'),
    wrong(delivery, 'It arrives in 7 days'),
  ],
  [
    'another number in the expectation',
    wrong(says('arrives in 3 days'), 'It arrives in 5 days'),
    wrong(says('arrives in 4 days'), 'It arrives in 5 days'),
  ],
  [
    'a negation and another number',
    wrong(says('card is blocked'), 'Your card is not blocked'),
    wrong(says('card is blocked'), 'Your card is now blocked'),
  ],
  [
    'a sign in front of a number',
    wrong(says('it is 3 degrees outside'), 'it is 5 degrees outside'),
    wrong(says('it is 3 degrees outside'), 'it is -5 degrees outside'),
  ],
  [
    'a decimal point',
    wrong(says('you pay 3 dollars now'), 'you pay 1.5 dollars now'),
    wrong(says('you pay 3 dollars now'), 'you pay 15 dollars now'),
  ],
  [
    'another currency',
    wrong(says('you pay 3 dollars now'), 'you pay 3 euros now'),
    wrong(says('you pay 3 dollars now'), 'you pay 3 pounds now'),
  ],
  [
    'another amount of a text that is nothing like it',
    wrong(says('Balance: 3'), 'Balance is 5 on your account'),
    wrong(says('Balance: 3'), 'Balance is 7 on your account'),
  ],
  [
    'another date',
    wrong(says('due on 2026-11-26 at noon'), 'due on 2026-11-27 at noon'),
    wrong(says('due on 2026-11-26 at noon'), 'due on 2026-12-26 at noon'),
  ],
  [
    'another time of day',
    wrong(says('we open at 9:00 daily'), 'we open at 8:00 daily'),
    wrong(says('we open at 9:00 daily'), 'we open at 10:00 daily'),
  ],
  [
    'another telephone number',
    wrong(says('call 0800 1234567 now'), 'call 0800 7654321 now'),
    wrong(says('call 0800 1234567 now'), 'call 0800 9999999 now'),
  ],
  [
    'a missing word and a word too many',
    wrong(says('the shop is open today'), 'the shop is today'),
    wrong(says('the shop is open today'), 'the shop is open not today'),
  ],
  [
    'another expectation, answered alike',
    wrong(says('your savings account'), 'I cannot help'),
    wrong(says('your checking account'), 'I cannot help'),
  ],
  [
    'contained and equal',
    wrong(says('goodbye for now'), 'hello for now'),
    wrong(equals('goodbye for now'), 'hello for now'),
  ],
  [
    'forbidden and expected',
    wrong(never('blocked'), 'Your card is blocked'),
    wrong(says('blocked'), 'Your card works'),
  ],
  [
    'another forbidden word of a list',
    wrong(never(['password', 'secret']), 'Your password is set'),
    wrong(never(['password', 'secret']), 'Your secret is safe'),
  ],
  [
    'one more expectation that fails',
    wrong(delivery, 'It arrives in 5 days'),
    wrong([delivery, never('5 days')], 'It arrives in 5 days'),
  ],
  [
    'another text altogether and an error inside it',
    wrong(says('your savings account holds'), 'I am sorry, I cannot help you with that.'),
    wrong(says('your savings account holds'), 'Internal error 500, please come back later.'),
  ],
  [
    'two errors inside a reply',
    wrong(says('your savings account holds'), 'It failed with TypeError in the account.'),
    wrong(says('your savings account holds'), 'It failed with TimeoutError in the account.'),
  ],
  [
    'an expected value in other letters',
    wrong(path('status', 'Open'), 'Hi', { status: 'x' }),
    wrong(path('status', 'open'), 'Hi', { status: 'x' }),
  ],
  [
    'another value',
    wrong(path('status', 'open'), 'Hi', { status: 'closed' }),
    wrong(path('status', 'open'), 'Hi', { status: 'cancelled' }),
  ],
  [
    'another value and none',
    wrong(path('status', 'open'), 'Hi', { status: 'closed' }),
    wrong(path('status', 'open'), 'Hi', { state: 'open' }),
  ],
  [
    'the same value at another path',
    wrong(path('status', 'open'), 'Hi', { status: 'closed' }),
    wrong(path('state', 'open'), 'Hi', { state: 'closed' }),
  ],
  [
    'another tool',
    wrong(path('tool_calls[0].function.name', 'find_order'), 'Hi', tool('cancel_order')),
    wrong(path('tool_calls[0].function.name', 'find_order'), 'Hi', tool('refund_order')),
  ],
  [
    'another limit',
    wrong(path('latencyMs', 2000, 'less'), 'Hi', { latencyMs: 2313 }),
    wrong(path('latencyMs', 1000, 'less'), 'Hi', { latencyMs: 2313 }),
  ],
  [
    'two codes of silence',
    told('silent', 'reply-timeout', 'No reply within 15 s.'),
    told('silent', 'reply-empty', 'The bot answered without a word.'),
  ],
  [
    'another status',
    told('network', 'http-status', 'The bot answered with the status 401.'),
    told('network', 'http-status', 'The bot answered with the status 503.'),
  ],
  [
    'another class with the same code',
    told('network', 'unexpected', 'It failed.'),
    told('internal', 'unexpected', 'It failed.'),
  ],
  [
    'another variable without a value',
    told('configuration', 'no-value', 'The variable "token" has no value.'),
    told('configuration', 'no-value', 'The variable "user" has no value.'),
  ],
  [
    'late, and late with another text',
    told('silent', 'reply-late', 'After 16 s.'),
    {
      ...told('silent', 'reply-late', 'After 16 s.'),
      ...{ verdicts: wrong(delivery, 'It arrives in 5 days').verdicts },
    },
  ],
  ['a short reply and another one', wrong(equals('3'), '5'), wrong(equals('3'), '7')],
];

describe('the signature of a failure', () => {
  it.each(alike)('is the same for %s', (_, one, other) => {
    expect(failureSignature(one)).toBe(failureSignature(other));
  });

  it.each(apart)('differs for %s', (_, one, other) => {
    expect(failureSignature(one)).not.toBe(failureSignature(other));
  });

  it('names the version of its rules', () => {
    expect(failureSignature(told('silent', 'reply-timeout'))).toMatch(/^1-[0-9a-z]+$/);
  });

  it('does not look at expectations that held', () => {
    const { failure, verdicts } = wrong(delivery, 'It arrives in 5 days');
    const held = matchAssertion(
      { property: 'latencyMs', operator: 'less', expected: [9000], negated: false },
      {
        text: '',
        messages: [],
        buttons: [],
        attachments: [],
        latencyMs: 1,
        payload: { latencyMs: 1 },
      },
      settings,
    );
    expect(failureSignature({ failure, verdicts: [held, ...verdicts] })).toBe(
      failureSignature({ failure, verdicts }),
    );
  });
});
