/** Compares the schema of the test language with the parser: neither refuses what the other accepts. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseSuite } from '../format/parse/parse.ts';
import { isConfigurationKey } from '../format/parse/parse-configuration.ts';
import { channelKinds, channelSettings } from './channel-schema.ts';
import { configurationKeys } from './configuration-schema.ts';
import { type JsonSchema, suiteSchema } from './index.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const ajv = new Ajv({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  allowMatchingProperties: true,
});
const validate: ValidateFunction = ajv.compile(suiteSchema());

/** Checks each document separately, as editors do. */
function schemaAccepts(text: string): boolean {
  return parseAllDocuments(text, { logLevel: 'silent' }).every((document) =>
    validate(document.toJS()),
  );
}

const hasErrors = (text: string): boolean =>
  parseSuite(text).problems.some(({ severity }) => severity === 'error');
const isClean = (text: string): boolean => parseSuite(text).problems.length === 0;

/** @returns sentences about disagreements between schema and parser. Texts with only warnings can be accepted or refused. */
function disagreement(text: string): string[] {
  const accepted = schemaAccepts(text);
  if (accepted && hasErrors(text)) {
    return [
      `only the parser refuses ${text.replaceAll('\n', '⏎')}: ${parseSuite(text).problems[0]?.message}`,
    ];
  }
  if (!accepted && isClean(text))
    return [
      `only the schema refuses ${text.replaceAll('\n', '⏎')}: ${ajv.errorsText(validate.errors)}`,
    ];
  return [];
}

/** @returns the suites in the repository's example files and documents */
function suitesOfRepository(): [string, string][] {
  const files = globSync('examples/**/*.test.yml', { cwd: root, exclude: ['**/node_modules/**'] });
  const documents = globSync('docs/*.md', { cwd: root });
  const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
  return [
    ...files.map((path): [string, string] => [path, read(path)]),
    ...documents.flatMap((path) =>
      [...read(path).matchAll(/^```yaml.*\n([\s\S]*?)^```/gm)].map(
        ([, text = ''], index): [string, string] => [`${path} ${index + 1}`, text],
      ),
    ),
  ].filter(
    ([, text]) => /^- |^configuration:/m.test(text) && !/^(on|jobs|repos|include):/m.test(text),
  );
}

describe('the schema of the test language', () => {
  it.each(suitesOfRepository())('accepts %s', (_, text) => {
    if (hasErrors(text)) return;
    expect(schemaAccepts(text), ajv.errorsText(validate.errors)).toBe(true);
  });

  it('finds suites to compare', () => {
    expect(suitesOfRepository().filter(([, text]) => !hasErrors(text)).length).toBeGreaterThan(60);
  });

  it('has the keys of the configuration', () => {
    const [first = ''] = parseSuite('configuration: { chanel: 1, syntax: 2 }').problems.map(
      ({ message }) => message,
    );
    expect(first).toContain('channel');
    for (const key of Object.keys(configurationKeys))
      expect(isConfigurationKey(key), key).toBe(true);
    const documented = [
      ...readFileSync(`${root}docs/test-language.md`, 'utf8').matchAll(/^\| `(\w+)` \|/gm),
    ].flatMap(([, key = '']) => (isConfigurationKey(key) ? [key] : []));
    for (const key of documented) expect(configurationKeys).toHaveProperty(key);
  });

  it('describes every key', () => {
    const bare = [configurationKeys, ...channelKinds.map(channelSettings)].flatMap((keys) =>
      Object.entries(keys).flatMap(([key, { description }]) => (description ? [] : [key])),
    );
    expect(bare).toEqual([]);
  });
});

/** Values of all forms. */
const values = [
  'hello',
  '"hello"',
  '""',
  '[]',
  '{}',
  '[hello]',
  '[1, 2]',
  '[[a]]',
  '{ a: b }',
  '{ a: [b] }',
  '{ a: { b: c } }',
  '0',
  '1',
  '2',
  '5',
  '6',
  '50',
  '51',
  '-1',
  '1.5',
  '0.5',
  '"3"',
  '1001',
  '60000',
  '700000',
  'true',
  'false',
  '"true"',
  'yes',
  '15s',
  '1500ms',
  '15m',
  '601s',
  'https://bot.example',
  'wss://bot.example',
  'ftp://bot.example',
  '{{base}}',
  '"{{base}}/chat"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a placeholder of suites
  '"${BASE}/chat"',
  'webchat',
  'phone',
  'html',
  'POST',
  'title',
  'openai',
  'auto',
  'zendesk',
  '390x844',
  '39x844',
  '"+12025550123"',
  'sip:a@b.example',
  '"a\\r\\nb"',
  '[one, two words here, "{{name}}"]',
  '[one two three four]',
  '{ frame: "#a", press: "#b" }',
  '{ frame: "#a" }',
  '["#a", { frame: ["#b"], press: "#c" }]',
  '{ list: "a[*]", text: b }',
  '{ lst: a }',
  '[{ tool: a, results: [1] }]',
  '[{ tool: a }]',
  '[{ tool: a, error: b, results: [1] }]',
  '[{ type: function }]',
  '{ passRate: 0.95, tolerate: 0.8, maxTries: 50 }',
  '{ passRate: 95%, tolerate: 80% }',
  '{ passRate: 2 }',
  '{ tries: 5 }',
  '{ tries: 5, maxTries: 6 }',
  '{ trys: 5 }',
  '{ maxTries: 0 }',
  '{ sources: [agent] }',
  '{ sources: [] }',
  '{ sources: [a, a] }',
  '{ sources: agent }',
  '{ sources: [agent], settle: 2s }',
  '{ sources: [agent], settle: soon }',
  '{ sources: [agent], setle: 2s }',
  '{ currency: USD, models: { small: { input: 1, output: 2 } } }',
  '{ currency: usd, models: { small: { input: 1, output: 2 } } }',
  '{ currency: USD, models: {} }',
  '{ currency: USD, models: { "s*m": { input: 1, output: 2 } } }',
  '{ currency: USD, models: { small: { input: 1 } } }',
  '{ currency: USD, models: { small: { input: 1, output: lots } } }',
  '{ currency: USD, models: { small: { input: 1, output: 2, cache: 3 } } }',
  '{ rules: [must] }',
  '{ rules: [mist] }',
  '{ rules: [] }',
  '{ rules: [{ pass rate: { noWorseBy: 10% } }] }',
  '{ rules: [{ pass rate: { noWorseBy: 10 } }] }',
  '{ rules: [{ pass rate: { worse: 10% } }] }',
  '{ rules: [{ tries within 2000 tokens: { atLeast: 95% } }] }',
  '{ rules: [{ tries in 2000 tokens: { atLeast: 95% } }] }',
  '{ maxAge: 7d }',
  '{ maxAge: 7 }',
  '{ question: what }',
  '{ changedTests: leave out }',
  '{ rule: [must] }',
  '[{ request: "POST https://a.example/b", json: { c: 1 }, status: 201, save: { order: $.id } }]',
  '[{ request: "POST https://a.example/b", expect: [$.id exists], within: 2s }]',
  '[{ request: "GET {{api}}/b", within: 10s }]',
  '[{ request: "LOAD https://a.example" }]',
  '[{ request: "GET a" }]',
  '[{ status: 201 }]',
  '[{ request: "POST https://a.example/b", jsn: {} }]',
  '[{ request: "POST https://a.example/b", json: {}, body: a }]',
  '[{ request: "POST https://a.example/b", save: {} }]',
  '[{ request: "GET https://a.example/b", json: {} }]',
  '[{ request: "GET https://a.example", within: soon }]',
  '[{ request: "GET https://a.example", headers: [a] }]',
  '[password]',
  '[text]',
  '["a b"]',
  'smoke, billing',
  '[smoke, billing]',
  '{ premium: { name: Ada } }',
  '{ two: to, to: [two, too] }',
  '{ two: { a: b } }',
  '{ authorization: "Bearer {{secret.token}}" }',
  '{ kind: http, url: "https://bot.example" }',
  '{ kind: http }',
  '{ kind: htp, url: "https://bot.example" }',
  '{ url: "https://bot.example" }',
  '{ kind: phone, to: "+12025550123" }',
  '{ noise: street.wav, snrDb: 10 }',
  '{ noise: street.wav, snrDb: -5, lossPercent: 2.5 }',
  '{ lossPercent: 3, jitterMs: 40, seed: 7 }',
  '{ noise: street.wav }',
  '{ noise: ../street.wav, snrDb: 10 }',
  '{ noise: "{{noise}}.wav", snrDb: 10 }',
  '{ snrDb: 10 }',
  '{ lossPercent: 0 }',
  '{ seed: 7 }',
  '{ delayMs: 150, lossConcealment: true }',
  '{ delayMs: 0 }',
  '{ delayMs: 900 }',
  '{ kind: openai, url: "https://a.example" }',
];

/** Expected disagreements, each with its reason. */
const beyond = [
  // Schemas cannot check the size of a number in a text.
  /only the parser .*(: "3"|: 601s)⏎/,
  // Only a project knows its agents.
  /only the parser .*There is no agent "/,
  // The parser silently leaves out tags that are not text.
  /only the schema .*(tags|homophones): .*must be string,number,boolean,null$/,
];

const isBeyond = (sentence: string): boolean => beyond.some((pattern) => pattern.test(sentence));

describe('the schema and the parser agree', () => {
  const keys = Object.keys(configurationKeys).filter((key) => key !== 'syntax');

  it.each(keys)('on values of %s', (key) => {
    const found = values.flatMap((value) =>
      disagreement(`configuration:\n  syntax: 2\n  ${key}: ${value}\n`),
    );
    expect(found.filter((sentence) => !isBeyond(sentence))).toEqual([]);
  });

  it.each(channelKinds)('on settings of the channel %s', (kind) => {
    const own: Record<string, string> = {
      url: kind === 'websocket' ? 'wss://a.example' : 'https://a.example',
      secret: 'abc',
      model: 'small',
      to: '"+12025550123"',
    };
    const settings = channelSettings(kind);
    const needed = Object.entries(own).filter(([key]) => key in settings);
    const names = [...Object.keys(settings), 'urll'];
    const found = names.flatMap((name) =>
      values.flatMap((value) => {
        const lines = [['kind', kind], ...needed.filter(([key]) => key !== name), [name, value]];
        const channel = lines.map(([key, one]) => `    ${key}: ${one}\n`).join('');
        // Some settings need an address to poll.
        const poll = kind === 'http' && name !== 'poll' ? '    poll: https://a.example\n' : '';
        return disagreement(`configuration:\n  syntax: 2\n  channel:\n${channel}${poll}`);
      }),
    );
    expect(found.filter((sentence) => !isBeyond(sentence))).toEqual([]);
  });

  it.each([
    ['a missing dash', 'configuration:\n  syntax: 2\n---\ntest: Hello\n'],
    ['a list in a list', '- test: a\n- hello:\n  - [a]\n'],
    ['a test without a name', '- test: [a]\n- hello\n'],
    ['an empty step', '- test: a\n-\n'],
    ['a step that is a list', '- test: a\n- [hello]\n'],
    ['two messages in one step', '- test: a\n- hello: hi\n  bye: see you\n'],
    ['an empty expectation', '- test: a\n- hello:\n  - prompt: []\n'],
    ['nothing expected', '- test: a\n- hello:\n  - buttons:\n'],
    ['an exit that is not true', '- test: a\n- hello:\n  - exit: no\n'],
    ['tries that are none', '- test: a\n- repeat: { passRate: 3 }\n- hello\n'],
    ['a check without a method', '- test: a\n- $CHECK orders: 200\n'],
    ['a check without expectations', '- test: a\n- $CHECK GET https://a.example:\n'],
    [
      'a branch below a check',
      '- test: a\n- $CHECK GET https://a.example:\n  - status: 200\n  - goto: b\n',
    ],
    ['parameters that are a list', '- test: a\n- $USE log in: [a]\n---\n- block: log in\n- hi\n'],
    ['names to save that are no names', '- test: a\n- hello:\n  - save: { "a b": $.id }\n'],
    [
      'a key of the configuration that is mistyped',
      'configuration:\n  syntax: 2\n  chanel: { kind: http }\n',
    ],
    ['a key of the configuration of version 3', 'configuration:\n  syntax: 3\n'],
    ['a configuration that is text', 'configuration: hello\n'],
  ])('on %s', (_, planted) => {
    const text = planted.includes('configuration')
      ? planted
      : `configuration: { syntax: 2 }\n---\n${planted}`;
    expect([hasErrors(text), schemaAccepts(text)]).toEqual([true, false]);
  });
});

it('refuses nothing of a test that the parser accepts', () => {
  const schema: JsonSchema = suiteSchema();
  expect(schema.items).toBeDefined();
  const text = `configuration: { syntax: 2, channel: { kind: http, url: "https://a.example" } }
---
- test: All
- tags: [must, smoke]
- repeat: { tries: 2 }
- settings: { key: all }
- $OPEN: [welcome, hello]
- {{name}}: hi
- hello
- 1234: 5
- $PAUSE 2
- bye != sorry
- buy:
  - prompt !=: sorry
  - prompt: [a, b]
  - cardTitle not exists
  - buttons[0].payload == yes
  - messages: { text: hello }
  - tool refund: { times: 1, args: { order: 7 } }
  - only tools: [refund]
  - metric accuracy: $.score
  - save: { order: $.id }
  - set replyTimeout: 30
  - request.source: web
  - label: end
  - yes goto end
  - { prompt: no, goto: end }
  - { prompt: stop, exit: true }
- $CHECK GET https://a.example/{{order}}:
  - within: 10s
  - status: 200
  - $.state === refunded
- $USE log in: { user: anna }
---
- block: log in
- parameters: [user]
- "{{user}}": welcome
`;
  expect(parseSuite(text).problems).toEqual([]);
  expect(schemaAccepts(text), ajv.errorsText(validate.errors)).toBe(true);
});
