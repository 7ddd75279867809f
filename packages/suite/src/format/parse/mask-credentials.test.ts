import { describe, expect, it } from 'vitest';
import { maskCredentials } from './mask-credentials.ts';
import { parseSuite } from './parse.ts';

const tests = '---\n- test: Greeting\n- hello: welcome\n';

const suite = (channel: string, more = '') =>
  `---\nconfiguration:\n  channel:\n    kind: http\n    url: https://bot.example\n${channel}${more}${tests}`;

const lineCount = (text: string) => text.split('\n').length;

const forms: [form: string, text: string][] = [
  ['a plain value', suite('    headers:\n      Authorization: Bearer s3cret-1\n')],
  ['single quotes', suite("    headers: { Authorization: 'Bearer s3cret-1' }\n")],
  ['double quotes and a quoted key', suite('    "headers":\n      "X-Key": "s3cret-\\x31"\n')],
  ['a key with escapes', suite('    "h\\x65aders":\n      X-Key: s3cret-1\n')],
  ['an explicit key', suite('    ? headers\n    : { X-Key: s3cret-1 }\n')],
  ['a flow over lines', suite('    headers: {\n      A: s3cret-1,\n      B: s3cret-2\n    }\n')],
  [
    'flow in flow',
    `---\nconfiguration: { channel: { kind: http, url: "https://bot.example", headers: {A: s3cret-1} } }\n${tests}`,
  ],
  [
    'JSON',
    `---\n{"configuration": {"channel": {"kind": "http", "url": "https://bot.example", "headers": {"A": "s3cret-1"}}}}\n${tests}`,
  ],
  [
    'a literal block',
    suite('    headers:\n      A: |\n        s3cret-1\n        s3cret-2\n      B: x\n'),
  ],
  [
    'a folded block with its marks',
    suite('    headers:\n      A: >2-\n        s3cret-1\n\n        s3cret-2\n'),
  ],
  ['a plain value over lines', suite('    headers:\n      A: Bearer\n        s3cret-1\n')],
  ['a quoted value over lines', suite('    headers:\n      A: "Bearer\n        s3cret-1"\n')],
  ['an anchor and its alias', suite('    headers:\n      A: &key s3cret-1\n      B: *key\n')],
  ['a tag', suite('    headers:\n      A: !!str s3cret-1\n')],
  [
    'an alias to elsewhere',
    suite('    headers: *all\n').replace(
      '  channel:',
      '  variables: &all\n    A: s3cret-1\n  channel:',
    ),
  ],
  [
    'a list as of other tools',
    `---\nconfiguration:\n- channel:\n    kind: http\n    url: https://bot.example\n    headers: { A: s3cret-1 }\n${tests}`,
  ],
  [
    'auth of Socket.IO',
    suite('    auth: { token: s3cret-1 }\n').replace('kind: http', 'kind: socketio'),
  ],
  [
    'the secret of Direct Line',
    `---\nconfiguration:\n  channel:\n    kind: directline\n    secret: s3cret-1\n${tests}`,
  ],
  [
    'a variable that a header is filled in with',
    suite(
      '    headers: { A: "Bearer {{token}}" }\n',
      '  variables: { token: s3cret-1, city: Rome }\n',
    ),
  ],
  [
    'a variable behind a template without quotes',
    suite('    headers:\n      A: {{token}}\n', '  variables:\n    token: s3cret-1\n'),
  ],
  [
    'a row of data that a header is filled in with',
    suite(`    headers: { A: "\${data.token}" }\n`, '  data:\n    ada: { token: s3cret-1 }\n'),
  ],
  ['a header that was switched off', suite('    headers:\n      A: x\n#     B: s3cret-1\n')],
  ['a token noted beside it', suite('    headers:\n      A: x # s3cret-1-of-before-the-move\n')],
  [
    'CRLF',
    suite('    headers:\n      A: |\n        s3cret-1\n        s3cret-2\n').replaceAll(
      '\n',
      '\r\n',
    ),
  ],
  [
    'a mark of byte order',
    `\ufeff${suite('    headers:\n      A: s3cret-1\n      # B: s3cret-2\n')}`,
  ],
];

describe('maskCredentials', () => {
  it.each(forms)('hides %s, and no line moves', (_, text) => {
    expect(parseSuite(text).problems).toEqual([]);
    const masked = maskCredentials(text);
    expect(masked).not.toContain('s3cret');
    expect(lineCount(masked)).toBe(lineCount(text));
    const { suite: read, problems } = parseSuite(masked);
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('masked'),
    );
    const [, config = '', ...documents] = masked.split('---');
    expect(config).toMatch(/kind/);
    expect(documents.join('---')).toBe(text.split('---').slice(2).join('---'));
    expect(read.tests).toEqual(parseSuite(text).suite.tests);
  });

  it('leaves the rest as it is, also words of tests that are named like a key', () => {
    const text = `${suite(
      '    headers: { A: s3cret-1 } # how it gets in\n    request: "{{text}}"\n',
      '  variables: { city: Rome }\n',
    )}- secret: your secret is safe\n- headers:\n  - auth: none\n`;
    expect(maskCredentials(text)).toBe(text.replace('s3cret-1', '"***"'));
  });

  it('is the text itself where there is nothing to hide', () => {
    const text = suite('    # Ask Ada: she knows.\n', '  description: Nothing secret here\n');
    expect(maskCredentials(text)).toBe(text);
  });

  const broken: [why: string, text: string][] = [
    ['a broken quote', suite('    headers:\n      A: "s3cret-1\n      B: s3cret-2\n')],
    ['a broken flow', suite('    headers: { A: s3cret-1\n')],
    ['a flow that goes on at the margin', suite('    headers: {\nA: s3cret-1 }\n    url: "\n')],
    ['a tab', suite('    headers:\n\t  A: s3cret-1\n')],
    [
      'a forgotten separator',
      `- test: A\n- hi: "\nconfiguration:\n  channel:\n    auth:\n      A: s3cret-1\n`,
    ],
    ['no first separator', `configuration:\n  channel: { secret: 's3cret-1 }\n`],
    [
      'a separator with something behind it',
      `--- { configuration: { channel: { secret: 's3cret-1 } } }\n`,
    ],
    ['a comment', suite('    "broken\n#   headers: s3cret-1\n')],
    [
      'a test that holds the keys',
      `- test: A\n- hi: "\n- channel:\n    headers:\n      A: s3cret-1\n\n      B: s3cret-2\n- bye: bye\n`,
    ],
    [
      'a text beyond the limits',
      suite('    headers: { A: s3cret-1 }\n') + '- a: b\n'.repeat(60_000),
    ],
    [
      'a text that is nested too deeply',
      suite('    headers: { A: s3cret-1 }\n', `  x: ${'['.repeat(500)}\n`),
    ],
    [
      'a mark of the lexer in the text',
      suite('    headers: { A: s3cret-1 }\n    request: \u0002\n'),
    ],
    ['lone carriage returns', suite('    headers: { A: "s3cret-1 }\n').replaceAll('\n', '\r')],
  ];

  it.each(broken)('hides them line by line in a text with %s', (_, text) => {
    const masked = maskCredentials(text);
    expect(masked).not.toContain('s3cret');
    expect(lineCount(masked)).toBe(lineCount(text));
  });

  it('hides each of a thousand headers that stand for each other', () => {
    const aliases = Array.from({ length: 1_000 }, (_, at) => `      H${at}: *h\n`).join('');
    const text = suite(`    headers:\n      A: &h s3cret-1\n${aliases}`);
    expect(maskCredentials(text)).toBe(text.replace('s3cret-1', '"***"'));
  });
});

describe('a masked text', () => {
  it.each([
    ['a header', suite('    headers:\n      A: "***"\n'), 7],
    ['a header in a block', suite('    headers:\n      A: |\n        ***\n'), 7],
    ['auth', suite("    auth: { a: '***' }\n").replace('kind: http', 'kind: socketio'), 6],
    [
      'a variable of a header',
      suite('    headers: { A: "{{t}}" }\n', '  variables: { t: "***" }\n'),
      7,
    ],
  ])('has an error where %s is masked', (_, text, line) => {
    const { problems } = parseSuite(text);
    expect(problems).toEqual([
      expect.objectContaining({
        severity: 'error',
        line,
        message: expect.stringContaining('masked'),
      }),
    ]);
  });

  it.each([
    ['in a test', suite('').replace('welcome', '"***"')],
    ['in a part of a header', suite('    headers: { A: a***b }\n')],
    ['in another setting', suite('    request: "***"\n', '  variables: { t: "***" }\n')],
  ])('is none with the mark %s', (_, text) => {
    expect(parseSuite(text).problems).toEqual([]);
  });
});

it('masks the headers of a check of the system of record, and the variables in them', () => {
  const text = [
    'configuration:',
    '  syntax: 2',
    '  variables: { token: very-secret, item: lamp }',
    '---',
    '- test: A',
    '- $CHECK GET http://api/orders/7:',
    '  - headers: { authorization: "Bearer {{token}}", x-key: plain-secret }',
    '  - status: 200',
  ].join('\n');
  const masked = maskCredentials(text);
  expect(masked).not.toMatch(/very-secret|plain-secret/);
  expect(masked).toContain('lamp');
  expect(masked).toContain('status: 200');
  expect(parseSuite(masked).problems.some(({ severity }) => severity === 'error')).toBe(true);
});
