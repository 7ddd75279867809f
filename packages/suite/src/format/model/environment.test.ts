import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import {
  environmentNameProblem,
  savedVariables,
  secretProblem,
  usesSecrets,
  withEnvironment,
} from './environment.ts';
import type { Suite } from './suite.ts';
import { fillTemplate, fillTest, valuesFor } from './template.ts';
import { describeUnfilled, isUnusable, unfilledOf } from './unfilled.ts';

const staging = {
  name: 'staging',
  variables: { api: 'https://staging.example', user: 'env-user' },
  secrets: { token: 'secret-token-1' },
};

const parsed = (text: string, syntax = 2): { suite: Suite; told: string[] } => {
  const { suite, problems } = parseSuite(text.replace('SYNTAX', `syntax: ${syntax}`));
  return {
    suite,
    told: problems.map(({ severity, message, hint }) => `${severity}: ${message} ${hint ?? ''}`),
  };
};

const text = `configuration:
  SYNTAX
  channel: { kind: http, url: "{{api}}/chat", headers: { authorization: "Bearer {{secret.token}}" } }
  variables: { api: "https://default.example", user: suite-user, own: mine }
  data: { ada: { user: Ada } }
---
- test: A
- "I am {{user}} of {{own}} at {{api}}": hello
---
- test: B
- dataRow: ada
- "I am {{user}}": hello
`;

const said = ({ configuration, tests }: Suite) =>
  tests.map((test) => fillTest(test, configuration).interactions[0]?.input);

describe('the values of an environment', () => {
  it('win over variables of the suite, and lose against a data row', () => {
    const { suite, told } = parsed(text);
    expect(told).toEqual([]);
    expect(said(withEnvironment(suite, staging))).toEqual([
      { kind: 'text', text: 'I am env-user of mine at https://staging.example' },
      { kind: 'text', text: 'I am Ada' },
    ]);
    expect(said(suite)[0]).toEqual({
      kind: 'text',
      text: 'I am suite-user of mine at https://default.example',
    });
  });

  it('do not exist in version 1 of the syntax', () => {
    const { suite } = parsed(text, 1);
    expect(withEnvironment(suite, staging)).toBe(suite);
  });

  it('are never printed, nor part of the text', () => {
    const { suite } = parsed(text);
    expect(printSuite(withEnvironment(suite, staging))).toBe(printSuite(suite));
  });

  it('have secrets under their own prefix only', () => {
    const { suite } = parsed(text);
    const values = valuesFor(withEnvironment(suite, staging).configuration);
    expect(values).toMatchObject({ 'secret.token': 'secret-token-1' });
    expect(values).not.toHaveProperty('token');
  });

  it('are named where they are missing, with the environment and the place', () => {
    const { suite } = parsed(text);
    const { configuration, tests } = withEnvironment(suite, { ...staging, secrets: {} });
    const [first] = unfilledOf(tests[0] as Suite['tests'][0], configuration);
    expect(first && describeUnfilled(first, configuration)).toBe(
      '{{secret.token}} has no value, in a header of the channel. The environment “staging” has no secret of that name.',
    );
    expect(first && isUnusable(first, configuration)).toBe(true);
  });

  it('are told from names that the suite saves', () => {
    const { suite } = parsed(
      text.replace('": hello', '":\n  - prompt: hello\n  - save: { order: $.id }'),
    );
    const { configuration, tests } = withEnvironment(suite, {
      ...staging,
      variables: { order: '7' },
    });
    expect(tests.map((test) => savedVariables(test, configuration))).toEqual([['order'], []]);
  });

  it('are known to be sent as secrets', () => {
    const [test] = parsed(text).suite.tests as [Suite['tests'][0]];
    const { configuration } = parsed(text).suite;
    expect(usesSecrets(test, configuration)).toBe(true);
    expect(usesSecrets(test, {})).toBe(false);
    const { suite } = parsed(
      suiteWith('- My PASSWORD: welcome', 'findReplace: { PASSWORD: "{{secret.password}}" }'),
    );
    const { channel: _, ...replacing } = suite.configuration;
    expect(usesSecrets(suite.tests[0] as Suite['tests'][0], replacing)).toBe(true);
  });

  it('have no second name for a secret', () => {
    const { configuration } = withEnvironment(parsed(text).suite, staging);
    const filled = fillTemplate('{{secret.token}} {{data.secret.token}}', valuesFor(configuration));
    expect(filled).toBe('secret-token-1 {{data.secret.token}}');
  });
});

const suiteWith = (step: string, setting = '') => `configuration:
  SYNTAX
  channel: { kind: http, url: "https://bot.example" }
${setting && `  ${setting}\n`}---
- test: A
${step}
`;

describe('a secret', () => {
  it.each([
    [
      '- "My password is {{secret.password}}": welcome',
      'would be sent to the bot, in “My password',
    ],
    ['- "My password is $' + '{secret.password}": welcome', 'would be sent to the bot'],
    ['- Hello:\n  - prompt =? the caller knows {{secret.password}}', 'would be read by the judge'],
  ])('is refused in %s', (step, message) => {
    const { told } = parsed(suiteWith(step));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^error: /);
    expect(told[0]).toContain(message);
    // Version 1 has no secrets, so the text keeps its meaning.
    expect(parsed(suiteWith(step), 1).told).toEqual([]);
  });

  it('is refused in a message that findReplace puts it into', () => {
    const { told } = parsed(
      suiteWith('- My PASSWORD: welcome', 'findReplace: { PASSWORD: "{{secret.password}}" }'),
    );
    expect(told[0]).toContain('would be sent to the bot');
  });

  it('is refused in what a model is told', () => {
    const { told } = parsed(
      'configuration:\n  SYNTAX\n  channel: { kind: openai, url: "https://m.example/v1", model: m, system: "Use {{secret.token}}" }\n',
    );
    expect(told[0]).toContain('would be sent to the model');
  });

  it('may be said where the suite allows it, and no other', () => {
    const allowed = 'secretsInMessages: [password]';
    expect(parsed(suiteWith('- "{{secret.password}}": welcome', allowed)).told).toEqual([]);
    expect(parsed(suiteWith('- "{{secret.token}}": welcome', allowed)).told).toHaveLength(1);
  });

  it('is allowed by a setting that is printed as it was read', () => {
    const { suite } = parsed(suiteWith('- Hello: hi', 'secretsInMessages: [password, a-1]'));
    expect(suite.configuration.secretsInMessages).toEqual(['password', 'a-1']);
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('may be what a reply must not contain', () => {
    const { told } = parsed(suiteWith('- Hello:\n  - prompt != {{secret.token}}'));
    expect(told).toEqual([]);
  });

  it('without a value is an error even where a template may be literal', () => {
    const { suite } = parsed(suiteWith('- Hello:\n  - prompt != {{secret.token}}'));
    const [test] = suite.tests as [Suite['tests'][0]];
    const [one] = unfilledOf(test, suite.configuration);
    expect(one && isUnusable(one, suite.configuration)).toBe(true);
  });

  it.each(['variables: { secret.token: x }', 'data: { ada: { secret.token: x } }'])(
    'can be no value of the suite: %s',
    (setting) => {
      expect(parsed(suiteWith('- Hello: hi', setting)).told[0]).toContain(
        'only an environment can have',
      );
      expect(parsed(suiteWith('- Hello: hi', setting), 1).told).toEqual([]);
    },
  );

  it.each(['secretsInMessages: password', 'secretsInMessages: [a b]', 'secretsInMessages: [[a]]'])(
    'is not allowed by %s',
    (setting) => {
      expect(parsed(suiteWith('- Hello: hi', setting)).told[0]).toContain(
        'must be a list of names of secrets',
      );
    },
  );
});

it.each([
  ['a', true],
  ['API_KEY-2', true],
  ['2fa', false],
  ['a.b', false],
  ['', false],
  ['text', false],
  ['conversationId', false],
  ['secret', false],
  ['__proto__', false],
  ['x'.repeat(65), false],
])('knows that %s may be a name: %s', (name, isName) => {
  expect(environmentNameProblem(name) === undefined).toBe(isName);
});

it.each([
  ['1234567', 'at least 8'],
  ['aaaaaaaaaaaa', 'at least 3 different'],
  [' padded-secret', 'begin or end with spaces'],
  ['long enough\n', 'begin or end with spaces'],
  ['x1y'.repeat(2000), 'at most 4,000'],
])('refuses %j as a secret', (value, message) => {
  expect(secretProblem(value)).toContain(message);
});

it('accepts a secret of 8 characters', () => {
  expect(secretProblem('abcdefgh')).toBeUndefined();
});
