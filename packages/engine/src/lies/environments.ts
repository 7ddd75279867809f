/** Values of an environment: missing, taken from another environment, hidden in a comparison, or confused with other text. */
import { answersTo } from './bots.ts';
import type { LieCase } from './lie.ts';

const secrets = { token: 'tok-3n-4711', password: 'pa55-w0rd!' };

const inEnvironment = (variables: Record<string, string> = {}) => ({
  name: 'production',
  variables: { api: 'http://127.0.0.1:PORT', ...variables },
  secrets,
});

const suiteOf = (steps: string, settings = '') => `
configuration:
  syntax: 2
  channel: { kind: http, url: "{{api}}/bot", headers: { authorization: "Bearer {{secret.token}}" } }
${settings}---
- test: A
${steps}`;

/** Accepts requests with the token. `says` makes the replies from the header and the text. */
const guarded = (says: (authorization: string, text: string) => string) =>
  answersTo((text, { headers: { authorization = '' } }) =>
    authorization === 'Bearer tok-3n-4711'
      ? { text: says(authorization, text) }
      : { text: 'Who are you?' },
  );

const polite = guarded((_, text) => `Welcome. You said ${text}`);

export const environments: LieCase[] = [
  {
    kind: 'lie',
    title: 'a bot repeats the secret that it must not say',
    bot: guarded((authorization) => `You sent ${authorization}`),
    environment: inEnvironment(),
    suite: suiteOf('- hello:\n  - prompt != {{secret.token}}'),
    verdict: 'failed',
    saysNot: /tok-3n/,
    why: 'The true text is compared; what is shown is masked.',
  },
  {
    kind: 'lie',
    title: 'a bot says three asterisks where the secret is expected',
    bot: guarded(() => 'Your token is ***'),
    environment: inEnvironment(),
    suite: suiteOf('- hello: Your token is {{secret.token}}'),
    verdict: 'failed',
    why: 'The masked expectation reads the same as the reply, but the reply has no token.',
  },
  {
    kind: 'lie',
    title: 'the environment has no secret that must not be said',
    bot: guarded((authorization) => `You sent ${authorization}`),
    environment: inEnvironment(),
    suite: suiteOf('- hello:\n  - prompt != {{secret.other}}'),
    verdict: 'error',
    code: 'no-value',
    says: /\{\{secret\.other\}\} has no value.*“production” has no secret/,
    why: 'Compared with the template as it is written, any reply would pass.',
  },
  {
    kind: 'lie',
    title: 'the environment lacks the address of a check',
    bot: polite,
    environment: inEnvironment(),
    suite: suiteOf('- hello: Welcome\n- $CHECK GET {{orders}}/7:\n  - $.state not exists'),
    verdict: 'error',
    code: 'no-value',
    says: /the request GET \{\{orders\}\}\/7. The environment “production” has no variable/,
    why: 'The template would be an address, and nothing there proves nothing.',
  },
  {
    kind: 'lie',
    title: 'a clean-up names what the environment has as a variable',
    bot: polite,
    environment: inEnvironment({ order: '4711' }),
    suite: suiteOf(
      '- hello: Welcome',
      '  before each:\n    - request: POST {{api}}/orders\n      save: { order: $.text }\n  after each:\n    - request: DELETE {{api}}/orders/{{order}}\n',
    ),
    verdict: 'error',
    code: 'saved-variable',
    says: /“order”.*“production”/,
    why: 'If nothing was saved, the order of the environment would be deleted.',
  },
  {
    kind: 'honest',
    title: 'a bot lets in whoever has the secret of the environment',
    bot: polite,
    environment: inEnvironment(),
    suite: suiteOf('- hello: Welcome'),
    verdict: 'passed',
    why: 'The address and the secret are those of the environment.',
    broken: { verdict: 'failed', suite: ['secret.token', 'secret.password'] },
  },
  {
    kind: 'honest',
    title: 'a data row has a value of its own beside the environment',
    bot: polite,
    environment: inEnvironment({ user: 'Grace' }),
    suite: suiteOf(
      '- dataRow: ada\n- I am {{user}}: You said I am Ada',
      '  data: { ada: { user: Ada } }\n',
    ),
    verdict: 'passed',
    why: 'The row is what the test is about; the environment is where it runs.',
    broken: { verdict: 'failed', suite: ['{ user: Ada }', '{ other: Ada }'] },
  },
  {
    kind: 'honest',
    title: 'a person logs in with a secret that may be said',
    bot: guarded((_, text) => (text === 'I am pa55-w0rd!' ? 'Welcome back' : 'Wrong')),
    environment: inEnvironment(),
    suite: suiteOf('- I am {{secret.password}}: Welcome back', '  secretsInMessages: [password]\n'),
    verdict: 'passed',
    why: 'The suite allows it by name.',
    broken: {
      verdict: 'refused',
      suite: ['[password]', '[token]'],
      says: /would be sent to the bot/,
    },
  },
  {
    kind: 'honest',
    title: 'a bot says something like the secret that it must not say',
    bot: guarded(() => 'I never say tok-3n-4712.'),
    environment: inEnvironment(),
    suite: suiteOf('- hello:\n  - prompt != {{secret.token}}\n  - prompt: never'),
    verdict: 'passed',
    why: 'It is another text.',
    broken: { verdict: 'failed', bot: guarded(() => 'I never say tok-3n-4711.') },
  },
  {
    kind: 'honest',
    title: 'a system answers with the secret that it was asked with',
    bot: answersTo((_, { headers: { authorization = '' } }) => ({
      text: 'hi',
      seen: authorization,
    })),
    environment: inEnvironment(),
    suite: suiteOf(
      '- hello: hi\n- $CHECK GET {{api}}/me:\n  - headers: { authorization: "Bearer {{secret.token}}" }\n  - $.seen === Bearer {{secret.token}}',
    ),
    verdict: 'passed',
    saysNot: /tok-3n/,
    why: 'The answer as it came is compared.',
    broken: { verdict: 'failed', suite: ['=== Bearer {{secret.token}}', '=== Bearer ***'] },
  },
];
