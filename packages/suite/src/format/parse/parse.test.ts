import { describe, expect, it } from 'vitest';
import { sampleTexts } from '../../test/sample-texts.ts';
import type { Assertion, Interaction } from '../model/suite.ts';
import { parseSuite } from './parse.ts';
import { isAboutUselessKey } from './unknown-keys.ts';

/** @returns the interactions of a test with these lines */
function interactionsOf(lines: string): Interaction[] {
  return parseSuite(`---\n- test: T\n${lines}\n`).suite.tests[0]?.interactions ?? [];
}

/** @returns the only assertion written below an input */
function assertionOf(line: string): Assertion | undefined {
  return interactionsOf(`- hi:\n  - ${line}`)[0]?.assertions[0];
}

function messagesOf(text: string): string[] {
  return parseSuite(text).problems.map(({ line, message }) => `${line}: ${message}`);
}

const promptContains = (...expected: Assertion['expected']): Assertion => ({
  property: 'prompt',
  operator: 'contains',
  expected,
  negated: false,
});

const promptMatches = (pattern: string): Assertion => ({
  ...promptContains(pattern),
  operator: 'regex',
});

describe('parseSuite', () => {
  it.each(Object.entries(sampleTexts).filter(([name]) => name !== 'nothing at all'))(
    'finds nothing wrong with %s',
    (_, text) => {
      expect(parseSuite(text).problems).toEqual([]);
    },
  );

  it('reads the configuration and keeps the keys that it does not know', () => {
    const { suite } = parseSuite(sampleTexts['a configuration and tests'] ?? '');
    expect(suite.configuration).toEqual({
      description: 'Airline IVR',
      locale: 'en-US',
      voiceId: 'Joey',
      tags: ['smoke', 'phone'],
      extra: { phoneNumber: '+12025550100' },
    });
  });

  it('reads a configuration that is written as a list', () => {
    const { suite } = parseSuite(sampleTexts['a configuration as a list'] ?? '');
    expect(suite.configuration).toEqual({ description: 'listed', locale: 'de-DE' });
  });

  it.each([
    ['replyTimeout: 15', { replyTimeoutMs: 15_000 }],
    ['replyTimeout: 1.5', { replyTimeoutMs: 1500 }],
    ['replyTimeout: 1500ms', { replyTimeoutMs: 1500 }],
    ['replyTimeout: 15s', { replyTimeoutMs: 15_000 }],
    ['maxResponseWaitTime: 5000', { replyTimeoutMs: 5000 }],
    ['lenientMode: true', { lenient: true }],
    ['lenient: true', { lenient: true }],
    ['stopTestOnFailure: true', { stopOnFailure: true }],
    ['stopOnFailure: false', { stopOnFailure: false }],
    ['fuzzyThreshold: 0.9', { fuzzyThreshold: 0.9 }],
    ['concurrency: 7', { concurrency: 7 }],
    ['retries: 2', { retries: 2 }],
    ['platform: phone', { platform: 'phone' }],
    ['data: { gold: { pin: 0123 }, basic: {} }', { data: { gold: { pin: '0123' }, basic: {} } }],
    [
      'homophones: { two_hills: "tools, to ills" }',
      { homophones: { two_hills: ['tools', 'to ills'] } },
    ],
    ['findReplace: { INVOCATION: my skill }', { findReplace: { INVOCATION: 'my skill' } }],
    ['tags: [a, "b, c"]', { tags: ['a', 'b, c'] }],
    ['variables: { pin: 0123, name: {{x}} }', { variables: { pin: '0123', name: '{{x}}' } }],
    ['phoneNumber: +12025550100', { extra: { phoneNumber: '+12025550100' } }],
    [
      'channel: { kind: http, url: "https://bot.example/m", headers: { a: b }, replies: { text: t } }',
      {
        channel: {
          kind: 'http',
          url: 'https://bot.example/m',
          headers: { a: 'b' },
          replies: { text: 't' },
        },
      },
    ],
    [
      'channel: { kind: http, url: "{{base}}/m", poll: "{{ base }}/p" }',
      { channel: { kind: 'http', url: '{{base}}/m', poll: '{{ base }}/p' } },
    ],
    [
      `channel: { kind: websocket, url: "\${data.base}/m" }`,
      { channel: { kind: 'websocket', url: `\${data.base}/m` } },
    ],
    [
      'channel: { kind: directline, secret: s, buttonSends: title }',
      { channel: { kind: 'directline', secret: 's', buttonSends: 'title' } },
    ],
    [
      'channel: { kind: http, url: "https://bot.example/m", accepts: html }',
      { channel: { kind: 'http', url: 'https://bot.example/m', accepts: 'html' } },
    ],
    [
      'channel: { kind: sse, url: "https://bot.example/m", accepts: html }',
      { channel: { kind: 'sse', url: 'https://bot.example/m', accepts: 'html' } },
    ],
    [
      'channel: { kind: phone, to: "+12025550123", vocabulary: [Acme, Main Street] }',
      { channel: { kind: 'phone', to: '+12025550123', vocabulary: ['Acme', 'Main Street'] } },
    ],
    [
      'channel: { kind: phone, to: "+1", speech: { noise: street.wav, snrDb: -5, lossPercent: 2.5, jitterMs: 40, seed: 7 } }',
      {
        channel: {
          kind: 'phone',
          to: '+1',
          speech: { noise: 'street.wav', snrDb: -5, lossPercent: 2.5, jitterMs: 40, seed: 7 },
        },
      },
    ],
    [
      'channel: { kind: phone, to: "+1", network: { delayMs: 150, lossConcealment: false } }',
      { channel: { kind: 'phone', to: '+1', network: { delayMs: 150, lossConcealment: false } } },
    ],
    [
      'channel: { kind: websocket, url: "wss://bot.example/s", quietMs: 0, greets: true }',
      { channel: { kind: 'websocket', url: 'wss://bot.example/s', quietMs: 0, greets: true } },
    ],
  ])('reads %s', (line, configuration) => {
    const parsed = parseSuite(`configuration:\n  ${line}\n`);
    expect(parsed.problems).toEqual([]);
    expect(parsed.suite.configuration).toEqual(configuration);
  });

  it.each(['all', 'alexa', 'google', 'Phone', '""', '[webchat, phone]'])(
    '[S-151] takes the platform webchat or phone, not %s',
    (platform) => {
      const refused = parseSuite(`configuration:\n  platform: ${platform}\n`);
      expect(refused.problems[0]).toMatchObject({ severity: 'error', line: 2 });
      expect(refused.problems[0]?.message).toContain('must be webchat or phone');
      expect(refused.suite.configuration.platform).toBeUndefined();
      for (const accepted of ['webchat', 'phone']) {
        const { suite, problems } = parseSuite(`configuration:\n  platform: ${accepted}\n`);
        expect(problems).toEqual([]);
        expect(suite.configuration.platform).toBe(accepted);
      }
    },
  );

  it.each([
    ['platform: fax', 'must be webchat or phone'],
    ['concurrency: 0', 'must be a whole number from 1 to 50'],
    ['retries: 9', 'must be a whole number from 0 to 5'],
    ['concurrency: many', 'must be a whole number from 1 to 50'],
    ['fuzzyThreshold: 2', 'must be a number from 0 to 1'],
    ['replyTimeout: soon', 'must be a time'],
    ['replyTimeout: 15000', 'is 15000 seconds'],
    ['lenient: perhaps', 'must be true or false'],
    ['data: { gold: 5 }', 'must be rows with names'],
    ['variables: { a: [b] }', 'must be names with text values'],
    ['channel: https://bot.example', 'A channel needs a kind'],
    ['channel: { kind: pigeon }', 'There is no channel of kind "pigeon"'],
    ['channel: { kind: http }', 'The channel has no url'],
    ['channel: { kind: phone, to: "+1", from: "sip:a@b>;tag=x" }', '"from" must be a number'],
    ['channel: { kind: phone, to: "+1", from: "sip:a@b\\r\\nVia: c" }', '"from" must be a number'],
    ['channel: { kind: phone, to: "+1", from: "1\\nVia: c" }', '"from" must be a number'],
    ['channel: { kind: phone, to: "+1", from: "1@other.example" }', '"from" must be a number'],
    ['channel: { kind: phone, to: "+1", vocabulary: [your balance is five dollars] }', 'up to 100'],
    ['channel: { kind: phone, to: "+1", vocabulary: ["{{expected}}"] }', 'without variables'],
    ['channel: { kind: phone, to: "+1", speech: { noise: a.wav } }', 'noise with snrDb'],
    ['channel: { kind: phone, to: "+1", speech: { snrDb: 10 } }', 'noise with snrDb'],
    ['channel: { kind: phone, to: "+1", speech: { seed: 7 } }', 'noise with snrDb'],
    ['channel: { kind: phone, to: "+1", speech: {} }', 'noise with snrDb'],
    [
      'channel: { kind: phone, to: "+1", speech: { noise: ../a.wav, snrDb: 10 } }',
      'of a recording',
    ],
    ['channel: { kind: phone, to: "+1", speech: { noise: a.mp3, snrDb: 10 } }', 'of a recording'],
    ['channel: { kind: phone, to: "+1", speech: { lossPercent: 3% } }', 'from 0.1 to 50'],
    ['channel: { kind: phone, to: "+1", speech: { lossPercent: 0 } }', 'from 0.1 to 50'],
    ['channel: { kind: phone, to: "+1", speech: { jitterMs: 0 } }', 'from 1 to 500'],
    ['channel: { kind: phone, to: "+1", network: { delayMs: 0 } }', 'from 1 to 500'],
    ['channel: { kind: phone, to: "+1", network: { delayMs: 800 } }', 'from 1 to 500'],
    ['channel: { kind: phone, to: "+1", network: { delay: 80 } }', 'not a setting of network'],
    ['channel: { kind: phone, to: "+1", network: 150 }', 'must be assumptions'],
    ['channel: { kind: phone, to: "+1", speech: { loss: 3 } }', 'not a setting of speech'],
    [
      `channel: { kind: phone, to: "+1", vocabulary: [${Array(101).fill('word')}] }`,
      'must be a list of up to 100 words',
    ],
    ['channel: { kind: http, url: "ftp://x" }', 'must be an address that starts with http://'],
    ['channel: { kind: http, url: "bot.example/{{path}}" }', 'or with a {{variable}}'],
    ['channel: { kind: http, url: "{{}}/m" }', 'or with a {{variable}}'],
    ['channel: { kind: http, url: "http://x", buttonSends: both }', '"buttonSends" must be one of'],
    ['channel: { kind: browser, url: "http://x", preset: netscape }', '"preset" must be one of'],
    [
      'channel: { kind: browser, url: "http://x", prechat: [Ada] }',
      'must be names with text values',
    ],
    [
      'channel: { kind: openai, url: "http://x", model: m, buttonSends: title }',
      'is not a setting',
    ],
    ['channel: { kind: http, url: "http://x", accepts: pdf }', '"accepts" must be html'],
    ['channel: { kind: websocket, url: "ws://x", accepts: html }', '"accepts" is not a setting'],
    ['channel: { kind: http, url: "http://x", color: red }', '"color" is not a setting of channel'],
  ])('refuses %s and keeps what was written', (line, reason) => {
    const { suite, problems } = parseSuite(`configuration:\n  ${line}\n`);
    expect(problems[0]?.message).toContain(reason);
    expect(problems[0]).toMatchObject({ severity: 'error', line: 2 });
    expect(Object.keys(suite.configuration.extra ?? {})).toHaveLength(1);
  });

  it('warns where a setting needs another one', () => {
    const { suite, problems } = parseSuite(
      'configuration:\n  channel: { kind: http, url: "http://x", after: a }\n',
    );
    expect(suite.configuration.channel).toMatchObject({ after: 'a' });
    expect(problems).toMatchObject([
      { severity: 'warning', line: 2, message: expect.stringContaining('"after" is for bots') },
    ]);
  });

  it('reads names, modes, tags and descriptions of tests', () => {
    const { suite } = parseSuite(
      '---\n- test.only: A\n- tags: x, y\n- description: about A\n- hi\n---\n- tags: z\n- test.skip: B\n',
    );
    expect(suite.tests).toMatchObject([
      { name: 'A', mode: 'only', tags: ['x', 'y'], description: 'about A' },
      { name: 'B', mode: 'skip', tags: ['z'], interactions: [] },
    ]);
  });

  it.each([
    ['- test: A\n- tags: smoke, Must\n- hi: hello\n', 'Must'],
    ['- test: A\n- tags: [MUST]\n- hi: hello\n', 'MUST'],
    ['- test: A\n- tags: [" must "]\n- hi: hello\n', ' must '],
    ['configuration: { tags: "a, mUSt" }\n---\n- test: A\n- hi: hello\n', 'mUSt'],
  ])('warns of a tag that is almost must: %j', (text, tag) => {
    const { problems } = parseSuite(text);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining(`The tag "${tag}" is unknown to Parley`),
      },
    ]);
    expect(problems.every(isAboutUselessKey)).toBe(true);
  });

  it('says nothing of the tag must, of other tags, nor of what a word sounds like', () => {
    const texts = ['- tags: must, mustard, musts', '- tags: [smoke]'].map(
      (tags) => `- test: A\n${tags}\n- hi: hello\n`,
    );
    texts.push('configuration: { homophones: { mussed: [Must] } }\n---\n- test: A\n- hi: a\n');
    expect(texts.flatMap((text) => parseSuite(text).problems)).toEqual([]);
  });

  it.each(['test', 'test.only', 'test.skip'])('refuses a name of 501 characters: %s', (key) => {
    const problemsOf = (length: number) =>
      parseSuite(`- ${key}: ${'ä'.repeat(length)}\n- hi\n`).problems;
    expect(problemsOf(500)).toEqual([]);
    expect(problemsOf(501)).toMatchObject([
      { severity: 'error', line: 1, message: expect.stringContaining('501 characters') },
    ]);
  });

  it('reads which row of data a test uses', () => {
    const { suite, problems } = parseSuite(
      'configuration:\n  data: { gold: { pin: 1 } }\n' +
        '---\n- test: A\n- dataRow: gold\n- hi\n' +
        '---\n- test: B\n- settings:\n    dataTableRowId: silver\n- hi\n',
    );
    expect(suite.tests.map(({ dataRow }) => dataRow)).toEqual(['gold', 'silver']);
    expect(problems).toMatchObject([{ severity: 'warning', line: 8 }]);
  });

  it.each([
    ['no reply', {}],
    ['no reply within 5s', { replyTimeout: 5 }],
    ['no reply within 1500 ms', { replyTimeout: 1.5 }],
    ['no reply within 2.5', { replyTimeout: 2.5 }],
  ])('reads "%s"', (line, settings) => {
    const nothing = { property: 'prompt', operator: 'exists', expected: [], negated: true };
    expect(interactionsOf(`- hi:\n  - ${line}`)[0]).toMatchObject({
      assertions: [nothing],
      settings,
    });
  });

  it('reads budgets for the latency with their units', () => {
    const limits = ['latency < 2s', 'latency <= 1500ms', 'latency < 800'];
    expect(limits.map((line) => assertionOf(line)?.expected)).toEqual([[2000], [1500], [800]]);
  });

  it('takes a variable for a number, whose value is seen when it is filled in', () => {
    expect(assertionOf('latency < {{max}}')).toMatchObject({ expected: ['{{max}}'] });
    expect(parseSuite('- test: A\n- hi:\n  - latency < {{max}}\n').problems).toEqual([]);
  });

  it('names tests without a name by their place, and numbers repeated names', () => {
    const { suite } = parseSuite('- hi\n---\n- test: A\n---\n- test: A\n---\n- test: "A (2)"\n');
    expect(suite.tests.map(({ name }) => name)).toEqual(['Test 1', 'A', 'A (2)', 'A (2) (2)']);
  });

  it('takes "tags" for something that is said once the conversation has begun', () => {
    expect(interactionsOf('- hi\n- tags: which tags')[1]?.input).toEqual({
      kind: 'text',
      text: 'tags',
    });
  });

  it.each([
    ['hello', { kind: 'text', text: 'hello' }],
    ['"hello: you"', { kind: 'text', text: 'hello: you' }],
    ['1234', { kind: 'text', text: '1234' }],
    ['null', { kind: 'text', text: 'null' }],
    ['$OPEN', { kind: 'open' }],
    ['$DIAL', { kind: 'dial' }],
    ['"$DIAL"', { kind: 'dial' }],
    ['\\$DIAL', { kind: 'text', text: '$DIAL' }],
    ["\\$('a')", { kind: 'text', text: "$('a')" }],
    ['$SILENCE', { kind: 'silence' }],
    ['$MUTE', { kind: 'silence' }],
    ['$PAUSE 2.5', { kind: 'pause', seconds: 2.5 }],
    ['$12*#,A', { kind: 'dtmf', digits: '12*#,A' }],
    ['$5 please', { kind: 'text', text: '$5 please' }],
    ['{{name}}', { kind: 'text', text: '{{name}}' }],
    ['<speak>hi</speak>', { kind: 'text', text: '<speak>hi</speak>' }],
    ['__proto__', { kind: 'text', text: '__proto__' }],
    ['\\o/', { kind: 'text', text: '\\o/' }],
  ])('reads the input %s', (line, input) => {
    expect(interactionsOf(`- ${line}`)[0]?.input).toEqual(input);
    expect(interactionsOf(`- ${line}: hello`)[0]?.input).toEqual(input);
  });

  it.each([
    ['- hi', []],
    ['- hi:', []],
    ['- hi: []', []],
    ['- hi: hello', [promptContains('hello')]],
    ['- hi: "*"', [promptContains('*')]],
    ['- hi: ""', [promptContains('')]],
    ['- hi: [hello, hey]', [promptContains('hello', 'hey')]],
    ['- hi: { prompt: hello }', [promptContains('hello')]],
    ['- hi == hello', [promptContains('hello')]],
    ['- hi != hello', [{ ...promptContains('hello'), negated: true }]],
    ['- "hi != hello"', []],
    ['- hi == "10: 30"', [promptContains('10: 30')]],
    ['- hi == "press # now"', [promptContains('press # now')]],
    ['- hi: a == b', [promptContains('a == b')]],
    ['- hi =~ /ticket #\\d+/i', [promptMatches('/ticket #\\d+/i')]],
    ['- hi =~ /a: b #1/ # such as /c/', [promptMatches('/a: b #1/')]],
    ['- hi =~ /a #1: b/', [promptMatches('/a #1: b/')]],
    ['- hi =~ /a # of it', [promptMatches('/a')]],
    ['- hi:\n  - prompt =~ /ticket #\\d+/', [promptMatches('/ticket #\\d+/')]],
    ['- hi:\n  - prompt =~ /a: b #1/', [promptMatches('/a: b #1/')]],
    ["- hi:\n  - prompt =~: '/ticket #\\d+/'", [promptMatches('/ticket #\\d+/')]],
  ])('reads the expectation of %s', (line, assertions) => {
    expect(interactionsOf(line)[0]?.assertions).toEqual(assertions);
  });

  it.each<[string, Assertion['operator'], boolean, Assertion['expected']]>([
    ['prompt: a', 'contains', false, ['a']],
    ['prompt == a', 'contains', false, ['a']],
    ['prompt != a', 'contains', true, ['a']],
    ['prompt === a', 'equals', false, ['a']],
    ['prompt !== a', 'equals', true, ['a']],
    ['prompt =~ /a/i', 'regex', false, ['/a/i']],
    ['prompt !~ /a/i', 'regex', true, ['/a/i']],
    ['prompt ~~ a', 'fuzzy', false, ['a']],
    ['prompt !~~ a', 'fuzzy', true, ['a']],
    ['prompt > 5', 'greater', false, [5]],
    ['prompt >= 5', 'greaterOrEqual', false, [5]],
    ['prompt < 5', 'less', false, [5]],
    ['prompt <= 5', 'lessOrEqual', false, [5]],
    ['prompt !> 5', 'greater', true, [5]],
    ['prompt exists', 'exists', false, []],
    ['prompt not exists', 'exists', true, []],
    ['prompt exists: true', 'exists', false, []],
    ['prompt exists:', 'exists', false, []],
    ['prompt exists: false', 'exists', true, []],
    ['prompt not exists: true', 'exists', true, []],
    ['prompt not exists: false', 'exists', false, []],
    ['prompt !=: [a, "b: c"]', 'contains', true, ['a', 'b: c']],
    ['prompt != [a, b]', 'contains', true, ['a', 'b']],
    ['prompt ~~: "a: b"', 'fuzzy', false, ['a: b']],
    ['prompt == "a"', 'contains', false, ['a']],
    ["prompt == 'it''s'", 'contains', false, ["it's"]],
    ['prompt == at 10: sharp', 'contains', false, ['at 10: sharp']],
    ['prompt: 5', 'contains', false, [5]],
    ['prompt: "5"', 'contains', false, ['5']],
    ['prompt: 007', 'contains', false, ['007']],
    ['prompt: true', 'contains', false, [true]],
    ['prompt: undefined', 'contains', false, [null]],
    ['prompt: null', 'contains', false, [null]],
    ['prompt: "null"', 'contains', false, ['null']],
    ['prompt: {{name}}', 'contains', false, ['{{name}}']],
  ])('reads %s', (line, operator, negated, expected) => {
    expect(assertionOf(line)).toEqual({ property: 'prompt', operator, negated, expected });
  });

  it.each([
    ['request.name == at 10:30: really', 'request.name', ['at 10:30: really']],
    ['request.name == "time: 10"', 'request.name', ['time: 10']],
    ['set x == at 10: sharp', 'set x', ['at 10: sharp']],
  ])('reads %s as no setting', (line, property, expected) => {
    const [interaction] = interactionsOf(`- hi:\n  - ${line}`);
    expect(interaction?.settings).toEqual({});
    expect(interaction?.assertions).toEqual([{ ...promptContains(), property, expected }]);
  });

  it('asserts each key of a nested mapping', () => {
    const [interaction] = interactionsOf('- hi:\n  - card:\n      title: A\n      text: [b, c]');
    expect(interaction?.assertions).toEqual([
      { ...promptContains('A'), property: 'card.title' },
      { ...promptContains('b', 'c'), property: 'card.text' },
    ]);
  });

  it('reads branches with and without conditions', () => {
    const [interaction] = interactionsOf(
      '- hi:\n  - yes goto end\n  - prompt: no goto end\n  - prompt != x goto end\n' +
        '  - prompt: [a, b]\n    goto: end\n  - bye goto $EXIT\n  - goto end\n  - exit\n' +
        '  - cardTitle exists: false\n    exit: true\n- end',
    );
    const to = { kind: 'goto', target: 'end' };
    expect(interaction?.branches).toEqual([
      { when: promptContains('yes'), to },
      { when: promptContains('no'), to },
      { when: { ...promptContains('x'), negated: true }, to },
      { when: promptContains('a', 'b'), to },
      { when: promptContains('bye'), to: { kind: 'exit' } },
      { to },
      { to: { kind: 'exit' } },
      {
        when: { property: 'cardTitle', operator: 'exists', expected: [], negated: true },
        to: { kind: 'exit' },
      },
    ]);
    expect(interaction?.assertions).toEqual([]);
  });

  it('reads a branch with a pattern in which " #" stands', () => {
    const [interaction] = interactionsOf(
      '- hi:\n  - prompt =~ /ticket #\\d+/ goto end # noted\n- end',
    );
    expect(interaction?.branches).toEqual([
      { when: promptMatches('/ticket #\\d+/'), to: { kind: 'goto', target: 'end' } },
    ]);
  });

  it.each([
    '- hi: /ticket #\\d+/',
    '- hi != /ticket #\\d+/',
    '- hi:\n  - prompt !=: /ticket #\\d+/i',
    '- hi:\n  - prompt !~: /ticket #\\d+/ # noted',
    '- hi:\n  - prompt:\n      - /ticket #\\d+/\n      - b',
  ])('warns of a pattern that YAML ends at " #" in %j', (lines) => {
    expect(parseSuite(`---\n- test: A\n${lines}\n`).problems).toMatchObject([
      { severity: 'warning', message: '"/ticket" ends where a comment begins.' },
    ]);
  });

  it.each([
    ['- Where is it?: ticket #4711 is closed', 'ticket'],
    ['- Where is it? != ticket #4711', 'Where is it? != ticket'],
    ['- hi:\n  - prompt: [a, b]\n  - error: no #404', 'no'],
    ['- Where is ticket #4711?: closed', 'Where is ticket'],
  ])('warns of a number that YAML takes for a comment in %j', (lines, text) => {
    const { problems } = parseSuite(`---\n- test: A\n${lines}\n`);
    expect(problems).toMatchObject([{ severity: 'warning' }]);
    expect(text).toContain(/^"(.*)" ends where a comment/.exec(problems[0]?.message ?? '')?.[1]);
  });

  it.each([
    ['- hi:\n  - prompt: != sorry', 'prompt != sorry'],
    ['- hi: !~ /so+rry/i # noted', 'hi !~ /so+rry/i # noted'],
    ['- hi:\n  - items[0].name: !=? is rude', 'items[0].name !=? is rude'],
  ])('warns of an operator that YAML takes for a tag in %j', (lines, better) => {
    expect(parseSuite(`---\n- test: A\n${lines}\n`).problems).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining('expects the opposite'),
        hint: `Write it instead of the colon: ${better}`,
      },
    ]);
  });

  it.each([
    '- hi: /help # as it says',
    '- hi: "ticket #4711" # the first',
    '- hi: room # 5 is taken',
    '- hi #greets',
    '- hi != /help',
    '- hi: "/help" # or /start/',
    '- hi: /help/ # or /start/',
    '- hi:\n  - prompt != /help goto hi # or /start/',
  ])('finds nothing wrong with %j', (lines) => {
    expect(parseSuite(`---\n- test: A\n${lines}\n`).problems).toEqual([]);
  });

  it('reads labels and settings', () => {
    const [interaction] = interactionsOf(
      '- hi:\n  - label: start\n  - set listeningTimeout: 10\n  - request.body.key: { a: [1] }',
    );
    expect(interaction).toMatchObject({
      label: 'start',
      settings: { listeningTimeout: 10, 'request.body.key': { a: [1] } },
    });
  });

  it.each([
    ['replyTimeout: soon', 'is not a time'],
    ['listeningTimeout: 0', 'is not a time'],
    ['lenient: perhaps', 'is not true or false'],
    ['fuzzyThreshold: 80', 'is not a number from 0 to 1'],
    ['fuzzyThreshold: [0.8]', 'is not a number from 0 to 1'],
  ])('warns of set %s, which has no effect', (setting, message) => {
    const { problems, suite } = parseSuite(`---\n- test: A\n- hi:\n  - set ${setting}\n`);
    expect(problems).toMatchObject([
      { severity: 'warning', line: 4, message: expect.stringContaining(message) },
    ]);
    expect(Object.keys(suite.tests[0]?.interactions[0]?.settings ?? {})).toHaveLength(1);
  });

  it.each([
    'replyTimeout: 1500ms',
    'lenient: true',
    'fuzzyThreshold: 0.80',
    'replyTimeout: {{slow}}',
    'finishOnPhrase: so',
  ])('finds nothing wrong with set %s', (setting) => {
    expect(parseSuite(`---\n- test: A\n- hi:\n  - set ${setting}\n`).problems).toEqual([]);
  });

  it('collects every problem with its place', () => {
    const text =
      '---\n- test: A\n- hi:\n  - nonsense\n  - prompt > many\n  - prompt =~ /(?=x)/\n- x:\n  - goto nowhere\n';
    expect(messagesOf(text)).toEqual([
      '4: "nonsense" is not an assertion.',
      '5: "many" is not a number.',
      expect.stringContaining('6: The pattern /(?=x)/ cannot be used'),
      '7: Nothing in this test is called "nowhere".',
    ]);
  });

  it('lets no number of warnings stand in the way of an error', () => {
    const slow = '- hi:\n  - set replyTimeout: soon\n'.repeat(120);
    const { problems } = parseSuite(`- test: A\n${slow}- hi:\n  - prompt > many\n`);
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { message: '"many" is not a number.' },
    ]);
    expect(problems).toHaveLength(101);
  });

  it.each([
    ['- hi: *', 'must be quoted'],
    ['- hi: @x', 'must be quoted'],
    ['- "hi', 'closing quote is missing'],
    ['- hi: [', 'closing ] is missing'],
    ['- hi: {a: b', 'closing } is missing'],
    ['- hi: a: b', 'second ": "'],
    ['- hi: "a" b', 'follows a closing quote'],
    ['-\thi:\n\t- prompt: a', 'Tabs'],
    ['- hi: hello\n - bye', 'indentation'],
    ['- hi: hello\n  bye: see you', 'appears next to'],
    ['- hi:\n  - prompt:', 'Nothing is expected'],
    ['- hi:\n  - prompt: []', 'Nothing is expected'],
    ['- hi:\n  - prompt exists: maybe', '"prompt exists" must be true or false'],
    ['- hi:\n  - prompt exists: [true, false]', '"prompt exists" must be true or false'],
    ['- hi:\n  - prompt: sorry\n    exit: false', '"exit" must be true'],
    ['- hi:\n  - prompt: [[a]]', 'An alternative must be'],
    ['- hi:\n  - - prompt: a', 'A list is not allowed here'],
    ["- hi:\n  - $('span').text: a", 'is not a property'],
    ['- hi:\n  - a[?(@.b)]: c', 'is not a property'],
    ['- hi:\n  -prompt: a', 'A space is missing after the dash of "-prompt"'],
    ["- $('#buy').click()", 'cannot be sent'],
    ['- ', 'empty'],
    ['- $PAUSE', '$PAUSE needs a number of seconds'],
    ['- $PAUSE 99999', 'longer than an hour'],
    ['- hi:\n  - set __proto__: x', 'cannot be used as a key'],
    ['- hi:\n  - set a: { __proto__: { b: 1 } }', 'cannot be used as a key'],
    ['- hi:\n  - prompt: a\n    prompt: b', 'appears here twice'],
  ])('says what is wrong with %j', (lines, reason) => {
    const { problems } = parseSuite(`---\n- test: A\n${lines}\n`);
    expect(problems.map(({ message }) => message).join('\n')).toContain(reason);
  });

  it.each([
    ['just text', 'neither a test nor the configuration'],
    ['a: b\n---\n- test: A', 'neither a test nor the configuration'],
    ['- test: A\n---\nconfiguration:\n  locale: en', 'must appear once, before the first test'],
  ])('does not drop a document in silence: %j', (text, reason) => {
    expect(messagesOf(text).join('\n')).toContain(reason);
  });
});

describe('a template that stands alone as what is said', () => {
  it('needs no quotes', () => {
    const { suite, problems } = parseSuite('- test: A\n- {{name}}\n- {{name}}: hello');
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions.map(({ input }) => input)).toEqual([
      { kind: 'text', text: '{{name}}' },
      { kind: 'text', text: '{{name}}' },
    ]);
  });
});

describe('a test within another one', () => {
  const warningsOf = (step: string) =>
    parseSuite(`- test: A\n- hi: hello\n${step}\n- bye: bye\n`).problems;

  it.each(['- test: B', '- test.only: B', '- test.skip: B', '- test: B\n  tags: [x]'])(
    'is warned of, since its name would be said: %s',
    (step) => {
      expect(warningsOf(step)[0]).toMatchObject({
        severity: 'warning',
        message: expect.stringContaining('is sent to the bot here'),
        hint: expect.stringContaining('put a line --- before it'),
      });
    },
  );

  it.each(['- "test": B', '- test', '- test ~~ B', '- test:\n  - prompt: B', '---\n- test: B'])(
    'is none where it is meant to be said, or begins one: %s',
    (step) => {
      expect(warningsOf(step)).toEqual([]);
    },
  );
});

describe('keys without a meaning', () => {
  const problemsOf = (configuration: string, step = '- hi') =>
    parseSuite(`configuration: { ${configuration} }\n---\n${step}`).problems.map(
      ({ severity, message }) => `${severity}: ${message}`,
    );

  it('are warned of and kept', () => {
    const { suite, problems } = parseSuite(
      'configuration: { owner: Ada }\n---\n- hi:\n  - set ref: x',
    );
    expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', '"owner" is unknown to Parley.'],
      ['warning', '"ref" is unknown to Parley.'],
    ]);
    expect(suite.configuration.extra).toEqual({ owner: 'Ada' });
    expect(suite.tests[0]?.interactions[0]?.settings).toEqual({ ref: 'x' });
  });

  it.each([
    ['conccurency: 3', '- hi', 'concurrency'],
    ['replytimeout: 3', '- hi', 'replyTimeout'],
    ['locale: en-US', '- hi:\n  - set replyTimeot: 30', 'replyTimeout'],
    ['locale: en-US', '- hi:\n  - set leniant: true', 'lenient'],
  ])(
    'are errors in version 2 where they nearly are a known one: %s %s',
    (configuration, step, meant) => {
      const message = new RegExp(`Did you mean "${meant}"`);
      expect(problemsOf(`syntax: 2, ${configuration}`, step)).toEqual([
        expect.stringMatching(/^error/),
      ]);
      expect(problemsOf(`${configuration}, syntax: 2`, step)[0]).toMatch(message);
      expect(problemsOf(configuration, step)).toEqual([expect.stringMatching(/^warning/)]);
      expect(problemsOf(configuration, step)[0]).toMatch(message);
    },
  );

  it.each([
    ['virtualDeviceToken: t, trace: true, retryNumber: 2', '- hi'],
    ['locale: en-US', '- hi:\n  - set finishOnPhrase: bye\n  - request.replyTimeot: 3'],
    ['stopTestOnFailure: true, lenientMode: true, maxResponseWaitTime: 9000', '- hi'],
  ])('are left alone where another tool knows them: %s', (configuration, step) => {
    expect(problemsOf(`syntax: 2, ${configuration}`, step)).toEqual([]);
  });

  it('says so where the version is none', () => {
    expect(problemsOf('syntax: 3')).toEqual(['error: "syntax" must be 1 or 2.']);
  });
});
