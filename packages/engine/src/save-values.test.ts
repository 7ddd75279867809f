import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { reevaluate } from './reevaluate.ts';
import { runText } from './test/run-text.ts';
import { serveHttp } from './test/servers.ts';

describe('what a bot says and a later step expects', () => {
  const askTwice = async (
    made: string,
    expectation: string,
    says: string,
    extra: string[] = [],
  ) => {
    await using server = await serveHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const said = String(Buffer.concat(chunks));
      const text = said.includes('order') ? `made order ${made}` : says;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ text }));
    });
    const suite = [
      'configuration:',
      '  syntax: 2',
      `  channel: { kind: http, url: "http://127.0.0.1:${server.port}/" }`,
      ...extra,
      '---',
      '- test: A',
      '- order:',
      '  - prompt: made',
      '  - save: { x: "/order (.*)/" }',
      '- refund:',
      `  - ${expectation}`,
    ].join('\n');
    const { result } = await runText(suite);
    const again = await reevaluate(parseSuite(suite).suite, result);
    expect(again.tests[0]?.outcome).toBe(result.tests[0]?.outcome);
    return result.tests[0]?.steps[1];
  };

  it.each([
    ['/I|x/', 'prompt: "{{x}}"', 'I did something else entirely', 'failed'],
    ['/I|x/', 'prompt: "{{x}}"', 'Refunded /I|x/', 'passed'],
    ['I/', 'prompt: "/{{x}}"', 'I did it', 'failed'],
    ['I/', 'prompt: "/{{x}}"', 'It is in /i/ now', 'passed'],
    ['/I|x/', 'prompt =~ "{{x}}"', 'I did something else entirely', 'failed'],
    ['.*', 'prompt =~ "{{x}}"', 'I did something else entirely', 'failed'],
    ['.*', 'prompt =~ "/order {{x}}$/"', 'order 7', 'failed'],
    ['A-7', 'prompt =~ "/order {{x}}$/"', 'refunded order A-7', 'passed'],
    ['*', 'prompt: "{{x}}"', 'I did something else entirely', 'failed'],
    ['*', 'prompt: "order {{x}} is * refunded"', 'order 7 is not refunded', 'failed'],
    ['*', 'prompt: "order {{x}} is * refunded"', 'order * is now refunded', 'passed'],
    ['A*', '"prompt != {{x}}"', 'A is one and B is none', 'passed'],
    ['A*', '"prompt != {{x}}"', 'refunded a*', 'failed'],
    ['1/2', 'prompt: "{{x}} refunded"', '1/2 refunded', 'passed'],
    ['a*b/', 'prompt === "{{x}}"', 'a*b/', 'passed'],
    ['a*b', 'prompt ~~ "refund of {{x}}"', 'refund of a b', 'passed'],
  ])('saved %s, %s: "%s" has %s', async (made, expectation, says, outcome) => {
    const step = await askTwice(made, expectation, says);
    expect(step?.outcome).toBe(outcome);
    expect(step?.verdicts[0]?.rule).not.toMatch(/[\u{f5000}-\u{f50ff}]/u);
  });

  it('leaves wildcards and patterns of variables what they are', async () => {
    for (const value of ['/I|x/', 'I * else'])
      expect(
        (
          await askTwice('7', 'prompt: "{{v}}"', 'I did something else', [
            `  variables: { v: "${value}" }`,
          ])
        )?.outcome,
      ).toBe('passed');
  });
});
