import { expect, it } from 'vitest';
import { curlOf } from './curl-of-traffic.ts';

const traffic =
  `> to the bot, < from it, with seconds since the conversation began; *** may be a secret.

  0.001 > POST http://bot.test/first
     content-type: application/json
     {"text":"hello"}
  0.020 < Status 200
     {"text":"hi"}
  1.001 > POST http://bot.test/message?v=1
     content-type: application/json
     authorization: ***
     content-length: 22
     {"text":"it's me",
     "session":"a: b"}
  1.020 < Status 200
     content-type: application/json
     {"text":"hello"}
`.replaceAll('\n     ', '\n    ');

it('is the last request, quoted for a shell, without headers that curl sets', () => {
  expect(curlOf(traffic)).toBe(
    [
      `curl -X POST 'http://bot.test/message?v=1' \\`,
      `  -H 'content-type: application/json' \\`,
      `  -H 'authorization: ***' \\`,
      `  --data-raw '{"text":"it'\\''s me",`,
      `"session":"a: b"}'`,
    ].join('\n'),
  );
});

it('does not exist for a conversation without requests', () => {
  expect(curlOf('  0.001 > {"text":"hello"}\n  0.002 - ENOTFOUND')).toBeUndefined();
});
