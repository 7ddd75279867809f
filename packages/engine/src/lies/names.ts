/** Names without values, data rows, and unknown keys. */
import { answers, answersTo } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';
const strict = `
      configuration:
        syntax: 2
        ${http}
        variables: { city: Lisbon }`;

const echo = answersTo((text) => ({ text: `You said ${text}` }));

export const names: LieCase[] = [
  {
    kind: 'lie',
    title: 'a misspelled variable in a message',
    bot: echo,
    suite: `${strict}
      ---
      - test: Fly
      - Fly me to {{ctiy}}: You said Fly me to
      ---
      - test: Stay
      - Stay in {{city}}: You said Stay in Lisbon
    `,
    verdict: 'error',
    tests: { Fly: 'error', Stay: 'passed' },
    says: /ctiy/,
    why: 'The bot was asked for a city in braces, which nobody would ask for; the other test is as good as before.',
  },
  {
    kind: 'lie',
    title: 'a misspelt variable in what is expected, and a bot with the same fault',
    bot: answers({ text: 'Hello {{firstName}}!' }),
    suite: `${strict}
      ---
      - test: Name
      - hello: Hello {{firstName}}
    `,
    verdict: 'error',
    says: /firstName/,
    why: 'Two gaps that fit each other are no greeting.',
  },
  {
    kind: 'honest',
    title: 'a test that looks for gaps in what a bot says',
    bot: answers({ text: 'Hello Ada!' }),
    suite: `${strict}
      ---
      - test: Gaps
      - hello:
        - prompt != {{firstName}}
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Hello {{firstName}}!' }), verdict: 'failed' },
    why: 'It expects that the gap was filled in.',
  },
  {
    kind: 'lie',
    title: 'a misspelt variable in a header',
    bot: answersTo((_, { headers }) => ({ text: `Hello ${headers['x-customer']}` })),
    suite: `
      configuration:
        syntax: 2
        channel:
          kind: http
          url: http://127.0.0.1:PORT/
          headers: { x-customer: '{{custmer}}' }
        variables: { customer: Ada }
      ---
      - test: Header
      - hello: Hello
    `,
    verdict: 'error',
    says: /custmer/,
    why: 'The bot was told of a customer in braces.',
  },
  {
    kind: 'lie',
    title: 'a misspelt variable in the address',
    bot: answersTo((_, { url }) => ({ text: `Hello from ${url}` })),
    suite: `
      configuration:
        channel: { kind: http, url: 'http://127.0.0.1:PORT/{{tenent}}/chat' }
        variables: { tenant: acme }
      ---
      - test: Address
      - hello: Hello
    `,
    verdict: 'error',
    says: /tenent/,
    why: 'It was another bot, or none, in every version of the syntax.',
  },
  {
    kind: 'honest',
    title: 'the names that a request has of its own',
    bot: answersTo((text) => ({ text: `You said ${text}` })),
    suite: `
      configuration:
        syntax: 2
        channel:
          kind: http
          url: http://127.0.0.1:PORT/
          request: '{"text": "{{text}}", "session": "{{conversationId}}"}'
      ---
      - test: Template
      - hello: You said hello
    `,
    verdict: 'passed',
    broken: { suite: ['"{{text}}"', '"{{txet}}"'], verdict: 'error' },
    why: 'They get their values when the request is made.',
  },
  {
    kind: 'honest',
    title: 'dollars and braces in a reply about programming',
    bot: echo,
    suite: `${strict}
      ---
      - test: Code
      - 'What does \${PATH} mean?': You said What does \${PATH} mean?
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'You said nothing' }), verdict: 'failed' },
    why: 'That form belongs to other tools, so it is warned of and left alone.',
  },
  {
    kind: 'honest',
    title: 'the whole address in a variable',
    bot: answersTo((_, { url }) => ({ text: `Hello from ${url}` })),
    suite: `
      configuration:
        channel: { kind: http, url: '{{base}}/chat' }
        variables: { base: 'http://127.0.0.1:PORT' }
      ---
      - test: Address
      - hello: Hello from /chat
    `,
    verdict: 'passed',
    broken: { suite: ['{{base}}/chat', '{{base}}/chta'], verdict: 'failed' },
    why: 'One variable tells where a suite runs.',
  },
  {
    kind: 'honest',
    title: 'host and port in a variable',
    bot: answersTo((_, { url }) => ({ text: `Hello from ${url}` })),
    suite: `
      configuration:
        channel: { kind: http, url: 'http://{{host}}/chat' }
        variables: { host: '127.0.0.1:PORT' }
      ---
      - test: Address
      - hello: Hello from /chat
    `,
    verdict: 'passed',
    broken: { suite: ['}}/chat', '}}/chta'], verdict: 'failed' },
    why: 'The colon of a port is part of a host.',
  },
  {
    kind: 'lie',
    title: 'a misspelt setting of a step',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 80));
      return { text: 'Hello.' };
    }),
    suite: `${strict}
      ---
      - test: Slow
      - hello:
        - set replyTimout: 50ms
        - prompt: hello
    `,
    verdict: 'refused',
    says: /replyTimeout/,
    why: 'The tester wanted a limit that never applied.',
  },
  {
    kind: 'honest',
    title: 'settings that other tools know',
    bot: echo,
    suite: `${strict}
      ---
      - test: Settings
      - hello:
        - set finishOnPhrase: bye
        - request.timezone: Europe/Lisbon
        - prompt: You said hello
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'You said nothing' }), verdict: 'failed' },
    why: 'They have no effect here and do no harm.',
  },
  {
    kind: 'lie',
    title: 'a row of data whose name is misspelt',
    bot: echo,
    suite: `
      configuration:
        ${http}
        data: { premium: { plan: Gold } }
      ---
      - test: Plan
      - dataRow: premuim
      - My {{plan}} plan?: You said My
    `,
    verdict: 'passed',
    says: /premuim/,
    why: 'Suites of today keep their verdict, but the test ran without its data, and has to say so.',
  },
  {
    kind: 'honest',
    title: 'a value that looks like a command and is said as it is',
    bot: echo,
    suite: `
      configuration:
        syntax: 2
        ${http}
        variables: { word: $DIAL, 'first name': Ada }
      ---
      - test: Value
      - "{{ word }}": You said $DIAL
    `,
    verdict: 'passed',
    broken: { suite: ['word: $DIAL', 'word: $OPEN'], verdict: 'failed' },
    why: 'Data from outside cannot dial.',
  },
  {
    kind: 'honest',
    title: 'a row of data that wins over the variables',
    bot: echo,
    suite: `
      configuration:
        syntax: 2
        ${http}
        variables: { plan: Silver }
        data: { premium: { plan: Gold } }
      ---
      - test: Plan
      - dataRow: premium
      - My {{plan}} plan?:
        - prompt === You said My Gold plan?
        - prompt != \${data.plan} ring
    `,
    verdict: 'passed',
    broken: { suite: ['plan: Gold', 'plan: Golden'], verdict: 'failed' },
    why: 'The row belongs to the test.',
  },
];
