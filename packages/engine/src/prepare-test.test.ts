// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the test language has them.
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runText } from './test/run-text.ts';
import { serveHttp } from './test/servers.ts';

interface Held {
  syntax: 1 | 2;
  tests: string;
  channel?: string;
  more?: string;
}

/** Runs a suite against a bot that echoes messages. */
async function hold({ syntax, tests, channel = '', more = '' }: Held) {
  const heard: string[] = [];
  await using bot = await serveHttp(async (request, response) => {
    const said = JSON.parse(await text(request)).text;
    heard.push(said);
    response.end(said);
  });
  const { result } = await runText(`configuration:
  syntax: ${syntax}
  channel: { kind: http, url: "http://127.0.0.1:${bot.port}/"${channel} }
${more}
---
${tests}`);
  return { result, heard };
}

const used = '- test: A\n- I am {{name}}: I am\n---\n- test: B\n- hello: hello';

describe('a template without a value', () => {
  it('is an error of the tests that use it in version 2; the others run', async () => {
    const { result, heard } = await hold({ syntax: 2, tests: used });
    expect(result.tests.map(({ outcome }) => outcome)).toEqual(['error', 'passed']);
    expect(result.tests[0]?.failure).toMatchObject({
      class: 'configuration',
      code: 'no-value',
      message: '{{name}} has no value, in what is sent.',
    });
    expect(result.status).toBe('error');
    expect(heard).toEqual(['hello']);
  });

  it('is a warning in version 1, and sent as it is written', async () => {
    const { result, heard } = await hold({ syntax: 1, tests: used });
    expect(result.status).toBe('passed');
    expect(result.tests.map(({ warnings }) => warnings)).toEqual([
      ['{{name}} has no value, in what is sent.'],
      undefined,
    ]);
    expect(heard.sort()).toEqual(['I am {{name}}', 'hello']);
  });

  it.each([
    ['a header', ', headers: { x-user: "{{user}}" }', '{{user}} has no value, in a header'],
    ['the body', `, request: '{"text": "{{text}}", "u": "{{user}}"}'`, '{{user}} has no value'],
  ])('in %s concerns every test', async (_, channel, message) => {
    const strict = await hold({ syntax: 2, channel, tests: '- test: A\n- hello: hello' });
    expect(strict.result.tests[0]?.failure?.message).toContain(message);
    const lenient = await hold({ syntax: 1, channel, tests: '- test: A\n- hello: hello' });
    expect(lenient.result.status).toBe('passed');
    expect(lenient.result.tests[0]?.warnings?.[0]).toContain(message);
  });

  it.each([1, 2] as const)('in an address is an error in version %s', async (syntax) => {
    const { result } = await runText(
      `configuration: { syntax: ${syntax}, channel: { kind: http, url: "http://127.0.0.1:1/{{path}}" } }\n---\n- test: A\n- hi: hi`,
    );
    expect(result.tests[0]).toMatchObject({ outcome: 'error', failure: { code: 'no-value' } });
  });

  it('in an expectation is an error in version 2', async () => {
    const tests = '- test: A\n- hello: hello {{name}}';
    expect((await hold({ syntax: 2, tests })).result.tests[0]?.failure?.code).toBe('no-value');
  });

  it.each([
    [
      'in what must not be said, where it finds a leak',
      '- test: A\n- hello:\n  - prompt != {{name}}',
    ],
    ['as ${name}, which may be meant as it is', '- test: A\n- it costs ${price}: it costs'],
  ])('is a warning %s', async (_, tests) => {
    const { result } = await hold({ syntax: 2, tests });
    expect(result.status).toBe('passed');
    expect(result.tests[0]?.warnings).toHaveLength(1);
  });

  it.each([
    [
      'a value of the row',
      '  data: { gold: { name: Ada } }\n  dataRow: gold',
      '- test: A\n- I am {{name}}: Ada',
    ],
    ['findReplace', '  findReplace: { "{{name}}": Ada }', '- test: A\n- I am {{name}}: Ada'],
    ['a variable', '  variables: { name: Ada }', '- test: A\n- I am {{name}}: Ada'],
  ])('is none with %s', async (_, more, tests) => {
    const { result } = await hold({ syntax: 2, more, tests });
    expect(result.status).toBe('passed');
    expect(result.tests[0]?.warnings).toBeUndefined();
  });

  it('does not matter in a test that is skipped, nor by the names of templates', async () => {
    const channel = `, headers: { x-conversation: "{{conversationId}}" }`;
    const tests = '- test.skip: A\n- {{nobody}}\n---\n- test: B\n- hello: hello';
    const { result } = await hold({ syntax: 2, channel, tests });
    expect(result).toMatchObject({ status: 'passed', counts: { passed: 1, skipped: 1 } });
  });

  it('is not looked for in values, which may hold such a sign', async () => {
    const more = "  variables: { name: 'curly {{brace}}' }";
    const { result } = await hold({ syntax: 2, more, tests: '- test: A\n- "{{name}}": curly' });
    expect(result.status).toBe('passed');
  });
});
