/** Typos in the text of a suite that change its meaning. */
import { answers, answersTo } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';
const strict = `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Spelling`;

const sorry = answers({ text: 'Sorry, I cannot do that.' });

export const spelling: LieCase[] = [
  {
    kind: 'lie',
    title: 'an operator behind the colon, which YAML takes for a tag',
    bot: sorry,
    suite: `${strict}
      - Cancel my order:
        - prompt: != sorry
    `,
    verdict: 'refused',
    says: /prompt != sorry/,
    why: 'The tester wrote "not sorry", and it was read as "sorry".',
  },
  {
    kind: 'lie',
    title: 'an operator behind the colon of a short step',
    bot: sorry,
    suite: `${strict}
      - Cancel my order: !~ /sorry/i
    `,
    verdict: 'refused',
    says: /!~/,
    why: 'The same slip, and the same opposite.',
  },
  {
    kind: 'lie',
    title: 'an operator behind the colon, in a suite of today',
    bot: sorry,
    suite: `
      configuration: { ${http} }
      ---
      - test: Spelling
      - Cancel my order:
        - prompt: != sorry
    `,
    verdict: 'passed',
    says: /prompt != sorry/,
    why: 'It keeps its verdict, but the warning has to say what was read and how to write what was meant.',
  },
  {
    kind: 'lie',
    title: 'a number sign that cuts the expectation short',
    bot: answers({ text: 'Your ticket #4712 is open.' }),
    suite: `${strict}
      - Where is my ticket?: ticket #4711 is closed
    `,
    verdict: 'passed',
    says: /comment/,
    why: 'It may be a comment, so it is said: what is left of the expectation is one word.',
  },
  {
    kind: 'lie',
    title: 'a number sign in a message that removes the expectation',
    bot: answers({ text: 'Which one?' }),
    suite: `${strict}
      - Where is ticket #4711?: it is closed
    `,
    verdict: 'untested',
    says: /comment/,
    why: 'Nothing is expected any more, and half of the question was never asked.',
  },
  {
    kind: 'honest',
    title: 'a number sign in quotes, and a comment behind it',
    bot: answers({ text: 'Your ticket #4711 is closed.' }),
    suite: `${strict}
      - Where is my ticket?: "ticket #4711 is closed" # the one of May
    `,
    verdict: 'passed',
    saysNot: /comment/,
    broken: { bot: answers({ text: 'Your ticket #4712 is closed.' }), verdict: 'failed' },
    why: 'It is written as it is to be.',
  },
  {
    kind: 'lie',
    title: 'a misspelt name of the reply',
    bot: sorry,
    suite: `${strict}
      - Cancel my order:
        - promt != sorry
    `,
    verdict: 'failed',
    says: /prompt/,
    why: 'It was looked at something that no answer has, one letter beside what every answer has.',
  },
  {
    kind: 'lie',
    title: 'the name of the reply with a capital',
    bot: sorry,
    suite: `${strict}
      - Cancel my order:
        - Prompt != sorry
    `,
    verdict: 'failed',
    says: /prompt/,
    why: 'Names are told apart by case.',
  },
  {
    kind: 'lie',
    title: 'a part of the reply in the singular',
    bot: answers({ text: 'What now?', buttons: ['Delete account'] }),
    suite: `${strict}
      - My settings:
        - button not exists
    `,
    verdict: 'failed',
    says: /buttons/,
    why: 'The part is called buttons, and there is one.',
  },
  {
    kind: 'lie',
    title: 'the reply under the name by which everybody calls it',
    bot: sorry,
    suite: `${strict}
      - Cancel my order:
        - reply != sorry
    `,
    verdict: 'failed',
    why: 'The editor says "Reply contains"; who writes it as it is said looks at nothing.',
  },
  {
    kind: 'lie',
    title: 'the text of a message, under a name that messages do not have',
    bot: answers({ messages: [{ text: 'Sorry, I cannot do that.' }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Spelling
      - Cancel my order:
        - messages[0].text != Sorry
        - messages[*].text !~ /cannot/
    `,
    verdict: 'failed',
    why: 'Hints of Parley name this very path as an example, and it led to nothing.',
  },
  {
    kind: 'lie',
    title: 'the value of a button, under the name that the bot gave it',
    bot: answers({ text: 'What now?', buttons: [{ title: 'Go', payload: '/delete_account' }] }),
    suite: `${strict}
      - My settings:
        - buttons[*].payload != delete
    `,
    verdict: 'failed',
    why: 'It is looked for under the name that it has in the answer.',
  },
  {
    kind: 'lie',
    title: 'the value of a button, under a name that neither the reply nor the answer has there',
    bot: answers([{ text: 'What now?', buttons: [{ title: 'Go', payload: '/delete_account' }] }]),
    suite: `${strict}
      - My settings:
        - buttons[*].payload != delete
    `,
    verdict: 'failed',
    says: /buttons\[\*\]\.(title|value)/,
    why: 'Parts of a reply have names of their own; another name can never lead anywhere.',
  },
  {
    kind: 'honest',
    title: 'what a bot says of its buttons beside their titles',
    bot: answers({ text: 'What now?', buttons: [{ title: 'Go', style: 'primary' }] }),
    suite: `${strict}
      - My settings:
        - buttons[0].style === primary
        - buttons[0].disabled not exists
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'What now?', buttons: [{ title: 'Go', style: 'danger' }] }),
      verdict: 'failed',
    },
    why: 'Names that only this bot has are looked for in its answer.',
  },
  {
    kind: 'honest',
    title: 'no next page, though every reply has a text',
    bot: answers({ text: 'Two flights.' }),
    suite: `${strict}
      - Find flights:
        - next not exists
    `,
    verdict: 'passed',
    vacuous: 1,
    broken: { bot: answers({ text: 'Two flights.', next: '/page/2' }), verdict: 'failed' },
    why: 'One letter is not enough to call it a slip where absence is asked for; that it may be one is said.',
  },
  {
    kind: 'honest',
    title: 'a reply under its everyday name, and a bot that calls it so',
    bot: answers({ reply: 'Hello Ada', code: 0 }),
    suite: `${strict}
      - hello:
        - reply: hello ada
        - reply !~ /sorry/i
    `,
    verdict: 'passed',
    broken: { bot: answers({ reply: 'Sorry', code: 0 }), verdict: 'failed' },
    why: 'The name means the same for everybody.',
  },
  {
    kind: 'lie',
    title: 'the length of a reply, which is far too long',
    bot: answers({ text: 'I will gladly explain. '.repeat(40) }),
    suite: `${strict}
      - Be brief:
        - prompt.length !> 100
    `,
    verdict: 'failed',
    why: 'Nothing was measured.',
  },
  {
    kind: 'lie',
    title: 'a variable in the name of what is looked at',
    bot: answers({ text: 'Done.', order: { status: 'refunded' } }),
    suite: `
      configuration:
        ${http}
        variables: { field: status }
      ---
      - test: Spelling
      - Cancel my order:
        - order.{{field}} != refunded
    `,
    verdict: 'failed',
    why: 'The variable has a value, and there it stands.',
  },
  {
    kind: 'lie',
    title: 'a password with signs of a pattern in it, where it must not be said',
    bot: answers({ text: 'Your password is pa$$word.' }),
    suite: `
      configuration:
        syntax: 2
        ${http}
        variables: { password: pa$$word }
      ---
      - test: Spelling
      - What is my password?:
        - prompt !~ /{{password}}/
    `,
    verdict: 'failed',
    why: 'What a variable holds is meant as it stands, not as a pattern.',
  },
  {
    kind: 'lie',
    title: 'a misspelt budget in the configuration',
    bot: answersTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { text: 'Hello.' };
    }),
    suite: `
      configuration:
        syntax: 2
        ${http}
        latencyBugdet: 50ms
      ---
      - test: Spelling
      - hello: hello
    `,
    verdict: 'refused',
    says: /latencyBudget/,
    why: 'The tester wanted a limit that never applied.',
  },
  {
    kind: 'lie',
    title: 'words that are alike, of marks alone',
    bot: answers({ text: 'Certainly' }),
    suite: `${strict}
      - Are you sure?:
        - prompt ~~ "..."
        - prompt ~~ "!!!"
    `,
    verdict: 'passed',
    vacuous: 2,
    why: 'Marks never count there, so that any reply is like them.',
  },
  {
    kind: 'lie',
    title: 'an expectation of marks alone, which a lenient comparison takes away',
    bot: answers({ text: 'Certainly' }),
    suite: `
      configuration:
        ${http}
        lenient: true
      ---
      - test: Spelling
      - Are you sure?: "?!"
    `,
    verdict: 'passed',
    vacuous: 1,
    why: 'Nothing is left of it, so it could not fail.',
  },
];
