import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assertion, Json, Operator } from '../format/model/suite.ts';
import { matchAssertion, matchSettings } from './match-assertion.ts';
import type { BotEvent, MatchSettings, Reply } from './matcher.ts';
import { looksAtSpeech } from './property.ts';
import type { Turn } from './turn.ts';

const usual = matchSettings({});
const lenient = matchSettings({ lenient: true });

function reply(text: string, more: Partial<Reply> = {}): Reply {
  return {
    text,
    messages: [text],
    buttons: [],
    attachments: [],
    latencyMs: 100,
    payload: null,
    ...more,
  };
}

function assertion(operator: Operator, ...expected: Assertion['expected']): Assertion {
  return { property: 'prompt', operator, expected, negated: false };
}

function passes(
  { property = 'prompt', operator, expected }: Partial<Assertion> & { operator: Operator },
  actual: Reply | undefined,
  settings: MatchSettings = usual,
): boolean {
  const full = { property, operator, expected: expected ?? [], negated: false };
  const verdict = matchAssertion(full, actual, settings);
  const negated = matchAssertion({ ...full, negated: true }, actual, settings);
  expect(negated.passed).toBe(!verdict.passed);
  return verdict.passed;
}

describe('contains', () => {
  it.each<[expected: string | number | boolean | null, actual: string, passed: boolean]>([
    ['checking', 'Your checking account', true],
    ['Checking ACCOUNT', 'your checking account', true],
    ['savings', 'your checking account', false],
    ['  checking  ', 'your checking account', true],
    ['welcome * back', 'Welcome dear guest, come back', true],
    ['welcome*back', 'welcome\nback', true],
    ['back*welcome', 'welcome back', false],
    ['a*b*c', 'c b a b c', true],
    ['*', 'anything', true],
    ['*', '', true],
    ['', 'anything', true],
    ['a.c', 'abc', false],
    ['a.c', 'a.c', true],
    ['x|y', 'only y', false],
    ['call (us', 'please call (us) now', true],
    ['[a-z]', 'b', false],
    ['a\\b', 'a\\b', true],
    ['5 + 5 = $10?', 'Is 5 + 5 = $10?', true],
    ['^start', 'start', false],
    ['café', 'cafe\u0301', true],
    ['12,50 €', 'for 12,50\u00a0€', true],
    ['12 345', 'for 12\u202f345', true],
    ['refund', 'a re\u00adfund', true],
    ['Ada', '\ufeffA\u200bda', true],
    ['one\ntwo', 'one\r\ntwo', true],
    ['👩‍👧', '👩👧', false],
    ['/full refund/', 'a full\u00a0refund', true],
    ['/full\\x{a0}refund/', 'a full\u00a0refund', true],
    [null, ' \u00a0\u200b', true],
    ['punctuation, matters', 'punctuation matters', false],
    [15, 'You have 15 points', true],
    [true, 'that is true', true],
    [null, 'something', false],
    [null, '', true],
    ['/a.c/', 'xabcx', true],
    ['/A.C/', 'abc', false],
    ['/A.C/i', 'abc', true],
    ['/^a.*c$/s', 'a\nc', true],
  ])('%j in %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'contains', expected: [expected] }, reply(actual))).toBe(passed);
  });

  it.each([
    ['hello, world', 'Hello world!', true],
    ["what's up", 'Whats up', false],
    ["what's up", 'what’s   up?', true],
    ['hello * world', 'hello, big - world', true],
    ['***', '', true],
  ])('overlooks marks and spaces when lenient: %j in %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'contains', expected: [expected] }, reply(actual), lenient)).toBe(
      passed,
    );
  });

  it('leaves patterns alone when lenient', () => {
    expect(passes({ operator: 'contains', expected: ['/a-b/'] }, reply('a b'), lenient)).toBe(
      false,
    );
  });

  it('ignores case in prompt and transcript only', () => {
    const actual = reply('Hello', { payload: { title: 'Hello' } });
    const of = (property: string) =>
      passes({ property, operator: 'contains', expected: ['hello'] }, actual);
    expect([of('prompt'), of('transcript'), of('title')]).toEqual([true, true, false]);
  });

  it('passes if any alternative stands there', () => {
    const either = { operator: 'contains' as const, expected: ['no', 'yes'] };
    expect(passes(either, reply('yes please'))).toBe(true);
    expect(passes(either, reply('perhaps'))).toBe(false);
  });

  it('finds what a search without regular expressions finds, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, wanted, after) => {
        fc.pre(!wanted.includes('*') && !/^\s*\//.test(wanted));
        expect(
          passes({ operator: 'contains', expected: [wanted] }, reply(before + wanted + after)),
        ).toBe(true);
      }),
    );
  });
});

describe('equals', () => {
  it.each<[expected: string | number | boolean | null, actual: string, passed: boolean]>([
    ['Hello.', 'Hello.', true],
    ['Hello.', ' Hello.\n', true],
    ['Hello.', 'hello.', false],
    ['Hello', 'Hello.', false],
    ['a*', 'ab', false],
    ['/a/', '/a/', true],
    [5, '5', true],
    [null, '', true],
    [null, 'something', false],
  ])('%j and %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'equals', expected: [expected] }, reply(actual))).toBe(passed);
  });
});

describe('regex', () => {
  it.each([
    ['/order \\d+/', 'your order 12', true],
    ['order \\d+', 'your order 12', true],
    ['/ORDER/', 'your order', false],
    ['/ORDER/i', 'your order', true],
    ['/^your/m', 'a\nyour order', true],
    ['/a.b/s', 'a\nb', true],
  ])('%s in %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'regex', expected: [expected] }, reply(actual))).toBe(passed);
  });

  it('answers on patterns that take other engines forever', () => {
    const endless = { operator: 'regex' as const, expected: ['/^(a+)+$/'] };
    expect(passes(endless, reply(`${'a'.repeat(50_000)}!`))).toBe(false);
  });

  it('sees the less of a long text the larger it is, and says so', () => {
    const large = '/a[ab]{600}[cd]|needle/';
    const verdictOn = (text: string) =>
      matchAssertion(assertion('regex', large), reply(text), usual);
    expect(verdictOn('ab needle').passed).toBe(true);
    const farText = `${'ab'.repeat(30_000)} needle`;
    expect(verdictOn(farText)).toMatchObject({
      passed: false,
      hint: expect.stringMatching(/^The pattern sees only the first \d{3} of 60,007 characters/),
    });
    expect(passes({ operator: 'regex', expected: ['/needle/'] }, reply(farText))).toBe(true);
    const atEnd = matchAssertion(
      assertion('regex', '/(\\w+ ){40}$/'),
      reply('a '.repeat(30_000)),
      usual,
    );
    expect(atEnd).toMatchObject({ passed: false, hint: expect.stringContaining('sees only') });
    // A list of texts cannot bypass the limit.
    const payload = Array.from({ length: 50 }, () => 'ab'.repeat(500)).concat('needle');
    const listed = { ...assertion('regex', large), property: '$' };
    expect(matchAssertion(listed, reply('', { payload }), usual).passed).toBe(false);
  });

  it.each([
    ['(?:internal|server) (?:error|failure){1,40}', 7_500, 'internal error'],
    ['error$', 70_000, 'error'],
    ['error', 70_000, 'error'],
  ])('turned round does not pass on a text of which it saw a part: %s', (source, length, end) => {
    const long = `${'all is well. '.repeat(length / 13)}${end}`;
    const verdictOn = (text: string, negated: boolean) =>
      matchAssertion({ ...assertion('regex', source), negated }, reply(text), usual);
    expect(verdictOn(long, true)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('sees only the first'),
    });
    expect(verdictOn('all is well.', true).passed).toBe(true);
  });

  it.each([
    'an internal server error has occurred|please call again later|It is 5\\.',
    '/\\b(internal server error|please call again later|it is 5)\\b/i',
    '/\\b(?:internal server error|please call again later|it is 5)\\b/i',
    '/(an internal server error has occurred|It is 5\\.)/',
    '/\\bplease call again later|it is 5\\b/i',
  ])('sees as much of a text with many words as with one: %s', (words) => {
    const long = 'all is well. '.repeat(4_000);
    const asked = { operator: 'regex' as const, expected: [words] };
    expect(passes(asked, reply(`${long}It is 5.`))).toBe(true);
    expect(
      matchAssertion({ ...assertion('regex', words), negated: true }, reply(long), usual),
    ).toMatchObject({ passed: true });
  });
});

describe('fuzzy', () => {
  it.each([
    ['your balance is', 'Your balance is 5 dollars', true],
    ['your balance is', 'Okay. Yor balanc is five dollars', true],
    ['your balance is', 'Goodbye', false],
    ['Book a FLIGHT!', 'do you want to book a fligt', true],
    ['yes', 'yet', false],
  ])('%j in %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'fuzzy', expected: [expected] }, reply(actual))).toBe(passed);
  });

  it('turned round does not pass on a text of which it saw a part', () => {
    const long = reply(`${'all is well '.repeat(6_000)}sorry`);
    const asked = { ...assertion('fuzzy', 'sorry'), negated: true };
    expect(matchAssertion(asked, long, usual)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('65,536'),
    });
  });

  it('takes the threshold of the configuration', () => {
    const strict = matchSettings({ fuzzyThreshold: 1 });
    const nearly = { operator: 'fuzzy' as const, expected: ['your balance'] };
    expect(passes(nearly, reply('yor balance'), strict)).toBe(false);
    expect(passes(nearly, reply('your balance'), strict)).toBe(true);
  });

  it('tells the score of a match as well', () => {
    expect(
      matchAssertion(assertion('fuzzy', 'your balance'), reply('yor balance'), usual),
    ).toMatchObject({ passed: true, score: 0.917 });
  });
});

describe('numbers', () => {
  it.each<[Operator, number | string, Json, boolean]>([
    ['greater', 3, 4, true],
    ['greater', 3, 3, false],
    ['greaterOrEqual', 3, 3, true],
    ['less', 3, 2.5, true],
    ['less', 3, 3, false],
    ['lessOrEqual', 3, 3, true],
    ['greater', '3', '4', true],
    ['greater', 3, '4 items', true],
    ['greater', 3, 'many', false],
    ['less', 3, null, false],
    ['less', 3, [5, 2], true],
    ['less', 100, '1,299.00', false],
    ['greater', 1298, '1,299.00 dollars', true],
    ['greater', 1299, '1.299,50 €', true],
    ['less', 100, '-1,299.00', true],
    ['less', 100, '1,234,567', false],
    ['less', 100, '1.234.567', false],
    ['less', 2, '1.250 seconds', true],
    ['less', 2000, '1,299', true],
    ['greater', 5000, '1,299', false],
    ['greater', 2, '3 500 ml bottles', true],
    ['less', 1, '0.125', true],
    ['less', 3, '2,3456', true],
    ['less', 2, '1,299,5', true],
    ['lessOrEqual', 12, '12,50 €', false],
    ['less', 0.5, '0,75', false],
    ['greater', 0.74, '0,75', true],
    ['greater', -3, ' -2,5', true],
    ['less', 1235, '1234,500', true],
    ['greater', 1234, '1234,500', true],
    ['less', 1, '0,125', true],
    ['less', 2, '1,20,300', true],
  ])('%s %j for %j: %s', (operator, expected, actual, passed) => {
    const payload = { count: actual };
    expect(
      passes({ property: 'count', operator, expected: [expected] }, reply('', { payload })),
    ).toBe(passed);
  });
});

describe('a number that can be read as two', () => {
  it.each([
    ['1,299', '1299 or 1.299'],
    ['1 299 €', '1299 or 1'],
    [["1'299"], '1299 or 1'],
  ])('is not compared with what lies between them: %j', (price, readings) => {
    for (const operator of ['less', 'greater'] as const) {
      for (const negated of [false, true]) {
        const asked = { property: 'price', operator, expected: [100], negated };
        expect(matchAssertion(asked, reply('', { payload: { price } }), usual)).toMatchObject({
          passed: false,
          hint: `It may be ${readings}: compare it as a text.`,
        });
      }
    }
  });
});

describe('a number that comes from a variable', () => {
  it.each([false, true])('and is none fails in its own words, turned round or not', (negated) => {
    const limit = { property: 'latency', operator: 'less' as const, expected: ['soon'], negated };
    expect(matchAssertion(limit, reply('hi'), usual)).toMatchObject({
      passed: false,
      hint: '"soon" is not a number.',
    });
  });
});

describe('a pattern that comes from a variable', () => {
  it.each(
    (['contains', 'regex'] as const).flatMap((operator) =>
      [false, true].map((negated) => ({ operator, negated })),
    ),
  )('and is none fails in its own words: $operator, turned round $negated', (how) => {
    const broken = { property: 'prompt', expected: ['/(/'], ...how };
    expect(matchAssertion(broken, reply('hi'), usual)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('The pattern /(/ cannot be used'),
    });
  });
});

describe('exists', () => {
  it('finds nothing where a path leads to null only', () => {
    const actual = reply('', { payload: { items: [{ id: null }, { id: null }], title: null } });
    expect(passes({ property: 'items[*].id', operator: 'exists' }, actual)).toBe(false);
    expect(passes({ property: '$..title', operator: 'exists' }, actual)).toBe(false);
    expect(passes({ property: 'items[*]', operator: 'exists' }, actual)).toBe(true);
  });

  it.each<[Json | undefined, boolean]>([
    ['x', true],
    [0, true],
    [false, true],
    ['', false],
    [null, false],
    [[], false],
    [[1], true],
    [undefined, false],
  ])('%j: %s, and null asks for the contrary', (value, passed) => {
    const payload: Json = value === undefined ? {} : { value };
    const actual = reply('', { payload });
    expect(passes({ property: 'value', operator: 'exists' }, actual)).toBe(passed);
    for (const operator of ['contains', 'equals', 'fuzzy'] as const) {
      expect(passes({ property: 'value', operator, expected: [null] }, actual)).toBe(!passed);
    }
  });
});

describe('a list of objects', () => {
  const products = (count: number, last: string): Json =>
    Array.from({ length: count }, (_, index) => ({ state: index === count - 1 ? last : 'there' }));
  const verdictOf = (property: string, expected: string, payload: Json, negated = true) =>
    matchAssertion(
      { ...assertion('contains', expected), property, negated },
      reply('', { payload }),
      usual,
    );

  it.each(['products', 'products[*]', '$..products'])('is compared to its end: %s', (property) => {
    const payload = { products: products(25, 'sold out') };
    for (const expected of ['sold out', '/sold out/']) {
      expect(verdictOf(property, expected, payload).passed).toBe(false);
      expect(verdictOf(property, expected, payload, false).passed).toBe(true);
      expect(verdictOf(property, 'nowhere', payload).passed).toBe(true);
    }
  });

  it.each<[expected: string | number | boolean, actual: Json, passed: boolean]>([
    [5, 50, false],
    ['5', 5, true],
    ['12.50', 12.5, true],
    [5, '50 seats', true],
    ['5*', 50, true],
    [5, [1, 5], true],
    [true, true, true],
  ])('is a number and no text in version 2: %j in %j', (expected, actual, passed) => {
    const strict = matchSettings({ syntax: 2 });
    const heard = reply('', { payload: { seats: actual } });
    for (const negated of [false, true]) {
      const of: Assertion = {
        property: 'seats',
        operator: 'contains',
        expected: [expected],
        negated,
      };
      expect(matchAssertion(of, heard, strict).passed).toBe(passed !== negated);
    }
  });

  it.each<[actual: Json, passes: boolean, passesStrictly: boolean, isVacuous: boolean]>([
    [50, true, true, false],
    ['$5,000', true, false, true],
    [[50, '$5,000'], true, false, false],
    [[50, 60], true, true, false],
  ])(
    'is not below a limit for being no number: %j',
    (actual, passed, passesStrictly, isVacuous) => {
      const above: Assertion = {
        property: 'total',
        operator: 'greater',
        expected: [100],
        negated: true,
      };
      const heard = reply('', { payload: { total: actual } });
      const verdict = matchAssertion(above, heard, usual);
      expect([verdict.passed, verdict.vacuous !== undefined]).toEqual([passed, isVacuous]);
      expect(matchAssertion(above, heard, matchSettings({ syntax: 2 })).passed).toBe(
        passesStrictly,
      );
    },
  );

  it('that is too large to be compared passes nothing, turned round or not', () => {
    // Each object contains the previous one.
    let payload: Json = { state: 'sold out' };
    for (let level = 0; level < 90; level += 1)
      payload = { note: 'x'.repeat(1_000), next: payload };
    for (const negated of [false, true]) {
      expect(verdictOf('$..next', 'nowhere', payload, negated)).toMatchObject({
        passed: false,
        hint: expect.stringContaining('too large'),
      });
    }
  });
});

describe('a path that leads to more than is looked at', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => index);
  const actual = reply('', { payload: { state: 'open', many, more: { deep: { error: 'E1' } } } });
  const verdictOf = (asked: Partial<Assertion>) =>
    matchAssertion({ ...assertion('exists'), ...asked }, actual, usual);

  it.each<[string, Operator, Assertion['expected']]>([
    ['$..error', 'exists', []],
    ['$..error', 'contains', ['E']],
    ['$..error', 'contains', [null]],
    ['$..error', 'equals', [null]],
    ['$..error', 'regex', ['/E/']],
    ['$..error', 'greater', [1]],
    ['$..error', 'fuzzy', ['E1']],
    ['$..*', 'less', [-1]],
  ])(
    'passes nothing that was not found, turned round or not: %s %s %j',
    (property, operator, expected) => {
      for (const negated of [false, true]) {
        expect(verdictOf({ property, operator, expected, negated })).toMatchObject({
          passed: false,
          hint: expect.stringContaining('Only the first 100,000 values'),
        });
      }
    },
  );

  it('has what was found', () => {
    const found = { property: '$..state', operator: 'equals' as const, expected: ['open'] };
    expect(verdictOf(found).passed).toBe(true);
    expect(verdictOf({ ...found, negated: true })).toMatchObject({
      passed: false,
      expected: 'open',
    });
  });
});

describe('a missing value', () => {
  const missing = reply('hi', { payload: {} });

  it.each<Operator>(['contains', 'equals', 'regex', 'fuzzy', 'greater', 'less', 'exists'])(
    'fails %s and passes its negation',
    (operator) => {
      expect(passes({ property: 'gone', operator, expected: ['1'] }, missing)).toBe(false);
      expect(passes({ property: 'prompt', operator, expected: ['1'] }, undefined)).toBe(false);
    },
  );

  it.each([false, true])('is not proven by a path that is none: %s', (negated) => {
    const broken: Assertion = { property: 'a[b(', operator: 'contains', expected: ['x'], negated };
    expect(matchAssertion(broken, reply('y'), usual)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('is not a property'),
    });
  });

  it('is what an expected null asks for', () => {
    const nothing = { property: 'gone', operator: 'contains' as const, expected: [null] };
    expect(passes(nothing, missing)).toBe(true);
    expect(passes({ ...nothing, property: 'prompt' }, missing)).toBe(false);
  });
});

describe('an answer that is nested too deeply to be text', () => {
  it('fails instead of breaking', () => {
    let payload: Json = 'x';
    for (let level = 0; level < 200_000; level += 1) payload = { next: payload };
    const deep = reply('', { payload });
    for (const property of ['payload', '$..next']) {
      for (const negated of [false, true]) {
        const asked = { ...assertion('contains', 'Z'), property, negated };
        expect(matchAssertion(asked, deep, usual)).toMatchObject({
          passed: false,
          hint: expect.stringContaining('too deeply nested'),
        });
      }
    }
  });
});

describe('a verdict', () => {
  it('names the rule, the actual text and the alternative that matched', () => {
    const asked = assertion('contains', 'savings', 'checking account');
    expect(matchAssertion(asked, reply('Your checking account'), usual)).toEqual({
      passed: true,
      assertion: asked,
      rule: 'prompt contains "savings" or "checking account", ignoring case',
      actual: 'Your checking account',
      expected: 'checking account',
    });
  });

  it('shows the nearest alternative, its likeness and the words that differ', () => {
    const asked = assertion('contains', 'goodbye', 'your saving account');
    expect(matchAssertion(asked, reply('Your checking account'), usual)).toMatchObject({
      passed: false,
      expected: 'your saving account',
      score: 0.737,
      difference: [
        { kind: 'same', text: 'Your' },
        { kind: 'missing', text: 'saving' },
        { kind: 'extra', text: 'checking' },
        { kind: 'same', text: 'account' },
      ],
    });
  });

  it.each<[string, Assertion, Reply | undefined, string]>([
    ['no reply', assertion('contains', 'x'), undefined, 'The bot did not answer.'],
    [
      'a property that is not there',
      { ...assertion('contains', 'x'), property: 'card.title' },
      reply('x', { payload: {} }),
      'The reply has nothing at "card.title".',
    ],
    [
      'another case',
      { ...assertion('contains', 'Hello'), property: 'title' },
      reply('', { payload: { title: 'hello' } }),
      'Only upper and lower case differ.',
    ],
    [
      'other punctuation',
      assertion('contains', 'hello, you'),
      reply('hello you'),
      'Only punctuation or spaces differ. Set "lenient: true" in the configuration to ignore them.',
    ],
    [
      'a near miss',
      assertion('contains', 'your balance is'),
      reply('yor balance is five'),
      'The wording differs: "yor" instead of "your".',
    ],
    [
      'a miss of a fuzzy match',
      assertion('fuzzy', 'your balance is'),
      reply('your bill is'),
      'The wording differs: "bill" instead of "balance".',
    ],
    [
      'a part that was taken for the whole',
      assertion('equals', 'hello'),
      reply('hello you'),
      'The wording differs: "you" was not expected.',
    ],
    [
      'another number',
      assertion('contains', 'Your order arrives in 3 days'),
      reply('Hello. Your order arrives in 5 days. Anything else?'),
      'The wording differs: "5" instead of "3".',
    ],
    [
      'a negation',
      assertion('contains', 'your card is blocked'),
      reply('Your card is not blocked.'),
      'The wording differs: "not" was not expected.',
    ],
    [
      'a word that is missing',
      assertion('contains', 'you can not cancel this booking now'),
      reply('You can cancel this booking.'),
      'The wording differs: "not" is missing; "now" is missing.',
    ],
    [
      'other accents',
      assertion('contains', 'Où est le café'),
      reply('Ou est le cafe?'),
      'Only accents differ: "prompt ~~" (fuzzy) would pass.',
    ],
    [
      'no number',
      { ...assertion('greater', 5), property: 'prompt' },
      reply('many'),
      'The actual value is not a number.',
    ],
  ])('hints at what would pass: %s', (_, asked, actual, hint) => {
    expect(matchAssertion(asked, actual, usual)).toMatchObject({ passed: false, hint });
  });

  it('gives no hint where nothing is near', () => {
    expect(
      matchAssertion(assertion('contains', 'goodbye'), reply('12345'), usual).hint,
    ).toBeUndefined();
  });

  it('is plain data', () => {
    const verdict = matchAssertion(assertion('contains', 'x'), reply('y'), usual);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });

  it('follows the settings even if the assertion was matched with others before', () => {
    const asked = assertion('contains', 'hello, you');
    expect(matchAssertion(asked, reply('hello you'), usual).passed).toBe(false);
    expect(matchAssertion(asked, reply('hello you'), lenient).passed).toBe(true);
    expect(matchAssertion(asked, reply('hello you'), usual).passed).toBe(false);
  });
});

describe('homophones', () => {
  const heard = matchSettings({
    homophones: { two_hills: ['tools', 'too. ills'], dialed: ['tiled'] },
  });

  it.each([
    ['two hills', 'Take me to Tools, please', true],
    ['two hills', 'take me to toolshed', false],
    ['two hills', 'too. ills', true],
    ['two hills', 'tooX ills', false],
    ['i dialed', '"I tiled"', true],
    ['two hills', 'To tools?', true],
    ['two hills', 'Tools!', true],
    ['two hills', 'The hills (tools) are far', true],
    ['tools', 'tools', false],
  ])('%j in %j: %s', (expected, actual, passed) => {
    expect(passes({ operator: 'contains', expected: [expected] }, reply(actual), heard)).toBe(
      passed,
    );
  });

  it('leave other properties and the text that is shown as they are', () => {
    const actual = reply('tools', { payload: { title: 'tools' } });
    expect(
      passes({ property: 'title', operator: 'contains', expected: ['tools'] }, actual, heard),
    ).toBe(true);
    expect(matchAssertion(assertion('contains', 'two hills'), actual, heard).actual).toBe('tools');
  });
});

describe('properties', () => {
  const full = reply('hi', {
    latencyMs: 1500,
    buttons: [{ title: 'Yes', value: 'y' }, { title: 'No' }],
    attachments: [{ type: 'image/png', url: 'https://bot.example/a.png' }],
    payload: { prompt: 'own', card: { mainTitle: 'Card' }, list: [{ id: 1 }, { id: 2 }] },
  });

  it.each([
    ['buttons', 'ye', true],
    ['buttons', 'title', false],
    ['quickReplies', 'no', false],
    ['quickReplies', 'No', true],
    ['attachments', 'image/', true],
    ['attachments', 'a.png', true],
    ['cards', 'Offer', true],
    ['cards', 'png', false],
    ['links', 'bot.example/a.png', true],
    ['links', 'tel:112', true],
    ['links[0]', 'shop.example/terms', true],
    ['links', ').', false],
  ])('%s contains %j: %s', (property, expected, passed) => {
    const actual = {
      ...full,
      text: 'Read (https://shop.example/terms).',
      buttons: [{ title: 'yes', value: 'tel:112' }, { title: 'No' }],
      attachments: [...full.attachments, { type: 'hero-card', title: 'Offer' }],
    };
    expect(passes({ property, operator: 'contains', expected: [expected] }, actual)).toBe(passed);
  });

  it.each<[property: string, expected: string | number]>([
    ['prompt', 'hi'],
    ['transcript', 'hi'],
    ['latency', 1500],
    ['messages[0]', 'hi'],
    ['buttons[1].title', 'No'],
    ['buttons[*].title', 'No'],
    ['quickReplies', 'Yes'],
    ['attachments[0].type', 'image/png'],
    ['cardTitle', 'Card'],
    ['card.mainTitle', 'Card'],
    ['payload.prompt', 'own'],
    ['$.prompt', 'own'],
    ['list[-1].id', 2],
    ['$..id', 2],
    ['list.length', 2],
  ])('%s is %j', (property, expected) => {
    expect(passes({ property, operator: 'equals', expected: [expected] }, full)).toBe(true);
  });

  it.each([
    ['prompt', true],
    ['transcript', true],
    ['messages', true],
    ['messages[-1]', true],
    ['payload', true],
    ['$', true],
    ['$[0]', true],
    ['payload[*]', true],
    ['$.transcript', true],
    ['payload.transcript', true],
    ["payload[0]['transcript']", true],
    ['$..transcript', true],
    ['confidence', false],
    ['latency', false],
    ['$.messages', false],
    ['payload.connection.endedBy', false],
    ['packets.lost', false],
  ])('%s looks at what was said: %s', (property, looks) => {
    expect(looksAtSpeech(property)).toBe(looks);
  });

  describe('of what came without text', () => {
    const events: BotEvent[] = [
      { data: { type: 'typing' } },
      { name: 'tool', data: { name: 'refund_order', arguments: { order: 7 } } },
    ];
    const holds = (property: string, turn: Turn | undefined, negated = false) =>
      matchAssertion(
        { property, operator: 'contains', expected: ['refund_order'], negated },
        turn,
        usual,
      ).passed;

    it.each<[property: string, isThere: boolean]>([
      ['$..name', true],
      ['..name', true],
      ['$..*', true],
      ['events[1].data.name', true],
      ['events[*].data.name', true],
      ['events', true],
      ['events[0].data', false],
      ['payload..name', false],
      ['$.events[1].data.name', false],
      ['data.name', false],
      ['$', false],
    ])('%s looks at it: %s', (property, isThere) => {
      for (const turn of [reply('Done.', { payload: { text: 'Done.' }, events }), { events }]) {
        expect(holds(property, turn)).toBe(isThere);
        expect(holds(property, turn, true)).toBe(!isThere);
      }
    });

    it('events of the answer itself come first', () => {
      const payload = { events: ['own'] };
      expect(holds('events[*]', reply('Done.', { payload, events }))).toBe(false);
      expect(holds('$..name', reply('Done.', { payload, events }))).toBe(true);
    });

    it('nothing else stands in a turn in which nothing was said', () => {
      for (const property of ['prompt', 'messages', 'latency', 'buttons', 'payload', '$']) {
        const asked: Assertion = { property, operator: 'exists', expected: [], negated: true };
        expect(matchAssertion(asked, { events }, usual)).toMatchObject({
          passed: true,
          actual: null,
        });
      }
      expect(matchAssertion(assertion('contains', 'x'), { events }, usual).hint).toBe(
        'The bot did not answer.',
      );
    });

    it('absence is not proven where more came than is kept', () => {
      const cut = reply('Done.', { payload: { id: 1 }, events, areEventsCut: true });
      const at = (property: string, negated: boolean) =>
        matchAssertion({ property, operator: 'exists', expected: [], negated }, cut, usual);
      for (const property of ['$..nothing', 'events[7]']) {
        for (const negated of [true, false]) {
          const { passed, hint } = at(property, negated);
          expect([passed, hint]).toEqual([false, expect.stringContaining('still have been there')]);
        }
      }
      expect(at('$..name', false).passed).toBe(true);
      expect(at('$.nothing', true).passed).toBe(true);
      expect(at('card', true).passed).toBe(true);
    });
  });
});
