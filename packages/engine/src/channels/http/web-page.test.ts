import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';

interface Body {
  type?: string;
  body: string | Buffer;
  encoding?: string;
}

/** Runs one step against a bot that answers each request with this body. */
async function ask({ type, body, encoding }: Body, settings: object = {}, step = '- hello') {
  await using bot = await serveHttp((_, response) => {
    if (type) response.setHeader('content-type', type);
    if (encoding) response.setHeader('content-encoding', encoding);
    response.end(body);
  });
  const channel = { kind: 'http', url: `http://127.0.0.1:${bot.port}/`, ...settings };
  const configuration = { channel, replyTimeout: 3 };
  const { result } = await runText(`${JSON.stringify({ configuration })}\n---\n- test: A\n${step}`);
  const [test] = result.tests;
  return { outcome: test?.outcome, failure: test?.failure, text: test?.steps[0]?.reply?.text };
}

const signIn =
  '<!DOCTYPE html>\n<html lang="en"><head><title>Sign in\n to Contoso</title></head><body>Welcome</body></html>';

describe('a web page in place of a reply', () => {
  it.each<[string, Body, object?]>([
    ['with a doctype', { type: 'text/html', body: signIn }],
    ['without a type', { body: signIn }],
    ['that says it is JSON', { type: 'application/json', body: signIn }],
    ['that is compressed', { type: 'text/html', body: gzipSync(signIn), encoding: 'gzip' }],
    ['without a doctype', { type: 'text/html', body: '<HTML>\n<body>Welcome</body></HTML>' }],
    ['behind a byte order mark and spaces', { body: `\ufeff \r\n\t${signIn}` }],
    ['behind comments', { body: `<!-- build 7 --> <!---->\n${signIn}` }],
    ['as XHTML', { body: `<?xml version="1.0" encoding="utf-8"?>\n${signIn}` }],
    [
      'in another coding',
      { type: 'text/html; charset=utf-16le', body: Buffer.from(signIn, 'utf16le') },
    ],
    ['for paths of the suite', { body: signIn }, { replies: { list: '$', text: 'text' } }],
    ['for a path that is everything', { body: signIn }, { replies: { list: '$' } }],
    ['for a stream', { type: 'text/html', body: signIn }, { kind: 'sse' }],
    ['for a model', { type: 'text/html', body: signIn }, { kind: 'openai', model: 'm' }],
    ['for Direct Line', { type: 'text/html', body: signIn }, { kind: 'directline', secret: 's' }],
  ])('is an error that says so: %s', async (_, body, settings) => {
    const { outcome, failure } = await ask(body, settings, '- hello:\n  - prompt != sorry');
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ class: 'configuration', code: 'web-page' });
    expect(failure?.hint).toBeTruthy();
  });

  it('is named by its title', async () => {
    const { failure } = await ask({ body: signIn }, {}, '- hello: welcome');
    expect(failure?.message).toBe(
      'The bot\'s address returned a web page (title "Sign in to Contoso").',
    );
    const untitled = await ask({ body: '<html><p>Hi</p></html>' });
    expect(untitled.failure?.message).toBe("The bot's address returned a web page.");
  });

  it('is told of, also where the bot is asked for its replies or speaks on a stream', async () => {
    const poll = (served: string) =>
      served === 'question' ? '{"accepted": true}' : '{"messages": ["hi"]}';
    for (const served of ['question', 'message']) {
      await using bot = await serveHttp((request, response) => {
        const isPage = (request.method === 'GET') === (served === 'question');
        response.end(isPage ? signIn : poll(served));
      });
      const url = `http://127.0.0.1:${bot.port}/`;
      const channel = { kind: 'http', url, poll: url, pollMs: 100, repeats: true };
      const { result } = await runText(
        `${JSON.stringify({ configuration: { channel, replyTimeout: 3 } })}\n---\n- test: A\n- hello:\n  - no reply within 300ms`,
      );
      expect(result.tests[0]?.failure?.code).toBe('web-page');
    }
    await using stream = await serveHttp((request, response) => {
      if (request.url === '/page') return void response.end(signIn);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    });
    const url = `http://127.0.0.1:${stream.port}/`;
    for (const [said, heard] of [
      ['page', ''],
      ['', 'page'],
    ]) {
      const channel = { kind: 'sse', url: `${url}${said}`, stream: `${url}${heard}` };
      const { result } = await runText(
        `${JSON.stringify({ configuration: { channel, replyTimeout: 3 } })}\n---\n- test: A\n- hello:\n  - no reply within 300ms`,
      );
      expect(result.tests[0]?.failure?.code).toBe('web-page');
    }
  });

  it('ends in time, however its beginning is made', async () => {
    const { outcome } = await ask({ body: `${'<!---->'.repeat(100_000)}<b>hi</b>` });
    expect(outcome).toBe('passed');
    const open = await ask({ body: `<!--${'-'.repeat(500_000)}` });
    expect(open.outcome).toBe('passed');
  });
});

describe('a reply that only looks like a web page', () => {
  it.each<[string, Body, string]>([
    ['a fragment of HTML', { type: 'text/html', body: '<p>Hello <b>Ada</b></p>' }, 'Hello'],
    ['plain text that is called HTML', { type: 'text/html', body: 'Hello' }, 'Hello'],
    ['JSON that is called HTML', { type: 'text/html', body: '{"text": "Hello"}' }, 'Hello'],
    ['JSON with a document in a value', { body: JSON.stringify({ text: signIn }) }, 'Welcome'],
    ['a text of JSON that is a document', { body: JSON.stringify(signIn) }, 'Welcome'],
    ['a list with a document', { body: JSON.stringify([signIn]) }, 'Welcome'],
    [
      'an XML document',
      { type: 'text/xml', body: '<?xml version="1.0"?><say>Hello</say>' },
      'Hello',
    ],
    ['an XML document type', { body: '<!DOCTYPE say><say>Hello</say>' }, 'Hello'],
    ['a word about doctypes', { body: 'Begin with <!doctype html><html>' }, 'Begin with'],
    ['an element with a longer name', { body: '<htmlish>Hello</htmlish>' }, 'Hello'],
    ['HTML that is written as plain text', { type: 'text/plain', body: signIn }, 'Welcome'],
    ['a comment alone', { body: '<!-- Hello -->' }, 'Hello'],
  ])('stays a reply: %s', async (_, body, words) => {
    const { outcome, text } = await ask(body, {}, `- hello: ${words}`);
    expect(outcome).toBe('passed');
    expect(text).toContain(words);
  });

  it('is a whole page where the channel accepts them', async () => {
    const { outcome, text } = await ask({ body: signIn }, { accepts: 'html' }, '- hello: welcome');
    expect(outcome).toBe('passed');
    expect(text).toBe(signIn);
    const streamed = await ask(
      { body: signIn },
      { kind: 'sse', accepts: 'html' },
      '- hello: welcome',
    );
    expect(streamed.outcome).toBe('passed');
  });
});
