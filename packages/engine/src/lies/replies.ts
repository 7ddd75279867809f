/** Assertions about a reply's text: contains, equals, patterns, similarity. */
import { answers, answersTo, page } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/ }';

export const replies: LieCase[] = [
  {
    kind: 'lie',
    title: 'a parcel that comes two days later than promised',
    bot: answers({ text: 'Your parcel arrives in 5 days.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Parcel
      - Where is my parcel?: arrives in 3 days
    `,
    verdict: 'failed',
    code: 'mismatch',
    saysNot: /would pass|~~|alike|alternative/,
    why: 'One digit is the whole answer; whoever is told how to let it pass will let it pass.',
  },
  {
    kind: 'lie',
    title: 'a refusal that differs from the consent by one word',
    bot: answers({ text: 'Your refund was not approved.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Refund
      - Is my refund approved?:
        - prompt === Your refund was approved.
    `,
    verdict: 'failed',
    code: 'mismatch',
    saysNot: /would pass|~~|alike|alternative/,
    why: 'A "not" turns the answer round, however alike the sentences are.',
  },
  {
    kind: 'honest',
    title: 'the right sentence in other letters and with typographic marks',
    bot: answers({ text: 'YOUR PARCEL ARRIVES – tomorrow!' }),
    suite: `
      configuration:
        ${http}
        lenient: true
      ---
      - test: Parcel
      - Where is my parcel?: your parcel arrives - tomorrow
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'YOUR PARCEL ARRIVES – today!' }), verdict: 'failed' },
    why: 'Case never counts in a reply, and lenient overlooks marks.',
  },
  {
    kind: 'lie',
    title: 'an apology in capitals where none is allowed',
    bot: answers({ text: 'I am SORRY, I cannot do that.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Apology
      - Cancel my order != sorry
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'It says what it must not say.',
  },
  {
    kind: 'lie',
    title: 'a forbidden name whose accents are composed otherwise',
    bot: answers({ text: 'Your clerk is Jose\u0301 Garci\u0301a.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Clerk
      - Who is my clerk? != José García
    `,
    verdict: 'failed',
    why: 'The letters look alike and are alike.',
  },
  {
    kind: 'honest',
    title: 'a price with the no-break space that typography asks for',
    bot: answers({ text: 'That is 12,50\u00a0€ a month.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Price
      - How much is it?: That is 12,50 € a month
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'That is 13,50\u00a0€ a month.' }), verdict: 'failed' },
    why: 'Nobody can see the difference between the two spaces; number formatters write the other one.',
  },
  {
    kind: 'lie',
    title: 'a forbidden phrase with a no-break space in it',
    bot: answers({ text: 'You are entitled to a full\u00a0refund.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Refund
      - Can I return it?:
        - prompt != full refund
    `,
    verdict: 'failed',
    why: 'The customer reads the phrase.',
  },
  {
    kind: 'lie',
    title: 'a forbidden word with a soft hyphen in it',
    bot: answers({ text: 'You get a re\u00adfund.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Refund
      - Can I return it?:
        - prompt != refund
    `,
    verdict: 'failed',
    why: 'The hyphen is not drawn, so the customer reads the word.',
  },
  {
    kind: 'lie',
    title: 'one of several forbidden words',
    bot: answers({ text: 'Something went wrong on our side.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Excuses
      - hello:
        - prompt !=: [sorry, error, went wrong]
    `,
    verdict: 'failed',
    why: 'A list that is turned round forbids each of its items.',
  },
  {
    kind: 'lie',
    title: 'a second message that takes the first one back',
    bot: answers({
      messages: [{ text: 'Your card is blocked.' }, { text: 'That failed, sorry.' }],
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Block
      - Block my card:
        - prompt: is blocked
        - prompt !~ /failed|error/i
    `,
    verdict: 'failed',
    why: 'All messages of a turn are its reply.',
  },
  {
    kind: 'honest',
    title: 'a total in the last line of a long reply',
    bot: answers({ text: 'Your basket:\n2 apples\nTotal: 480\n' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Total
      - What is in my basket?:
        - 'prompt =~ /^Total: 4\\d\\d$/m'
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ text: 'Your basket:\n2 apples\nSubtotal: 480\n' }),
      verdict: 'failed',
    },
    why: 'With the flag m a line is enough.',
  },
  {
    kind: 'lie',
    title: 'a password behind more text than a pattern sees',
    bot: answers({ text: `${'All is well. '.repeat(6_000)}password: hunter2` }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Leak
      - hello:
        - 'prompt !~ /password: \\w+/'
    `,
    verdict: 'failed',
    why: 'What was not looked at is not known to be free of it.',
  },
  {
    kind: 'honest',
    title: 'a sentence as a recognizer writes it down',
    bot: answers({ text: 'your savings acount holds five dollar' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Balance
      - What is my balance?:
        - prompt ~~ your savings account holds five dollars
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'your checking account was closed' }), verdict: 'failed' },
    why: 'The tester asked for likeness, and two letters are missing.',
  },
  {
    kind: 'lie',
    title: 'a closed account, misspelt, where none may be spoken of',
    bot: answers({ text: 'Sorry, your acount is closed.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Account
      - What is my balance?:
        - prompt !~~ your account is closed
    `,
    verdict: 'failed',
    why: 'It nearly says what it must not nearly say.',
  },
  {
    kind: 'lie',
    title: 'any reply at all where the expected name is an empty cell of the data',
    bot: answers({ text: 'Hello Mallory.' }),
    suite: `
      configuration:
        ${http}
        data: { ada: { name: '' } }
        dataRow: ada
      ---
      - test: Name
      - Who am I?: '{{name}}'
    `,
    verdict: 'passed',
    vacuous: 1,
    why: 'Suites of today keep their meaning, but an expectation that became empty could not fail.',
  },
  {
    kind: 'lie',
    title: 'three blanks for an answer',
    bot: answers({ text: '   ' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Blanks
      - hello:
        - prompt exists
    `,
    verdict: 'failed',
    why: 'Nobody can read blanks.',
  },
  {
    kind: 'lie',
    title: 'an empty list to a step that takes any reply',
    bot: answers([{ text: 'Hello Ada' }], []),
    suite: `
      configuration:
        syntax: 2
        ${http}
      ---
      - test: Mute
      - hello: hello
      - Where is my order?
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'Any reply will do, and this is none: Rasa answers with an empty list where it has nothing to say.',
  },
  {
    kind: 'honest',
    title: 'a plain text for an answer',
    bot: answers(page('Hello, how can I help?', 'text/plain')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Plain
      - hello: how can I help
    `,
    verdict: 'passed',
    broken: { bot: answers(page('Hello, we are closed.', 'text/plain')), verdict: 'failed' },
    why: 'A bot may answer with its words alone.',
  },
  {
    kind: 'honest',
    title: 'a text in the encoding of another age, which it declares',
    bot: answers(page(Buffer.from('Grüße aus Köln', 'latin1'), 'text/plain; charset=iso-8859-1')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Latin
      - hallo: Grüße aus Köln
    `,
    verdict: 'passed',
    broken: { suite: ['Köln', 'Kiel'], verdict: 'failed' },
    why: 'It says how it is to be read.',
  },
  {
    kind: 'honest',
    title: 'two tests at the same time that are not mixed up',
    bot: answersTo(async (text) => ({ text: `You said ${text}` })),
    suite: `
      configuration: { ${http} }
      ---
      - test: One
      - one: You said one
      ---
      - test: Two
      - two: You said two
    `,
    verdict: 'passed',
    broken: {
      bot: answersTo(() => ({ text: 'You said one' })),
      verdict: 'failed',
      tests: { One: 'passed', Two: 'failed' },
    },
    why: 'Each conversation is its own.',
  },
  {
    kind: 'honest',
    title: 'an answer in lines that end as on Windows',
    bot: answers({ text: 'Your basket:\r\n2 apples\r\n' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Basket
      - What is in my basket?: |
          Your basket:
          2 apples
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Your basket:\r\n3 apples\r\n' }), verdict: 'failed' },
    why: 'A line ends where it ends, by whatever signs.',
  },
  {
    kind: 'honest',
    title: 'markup between the words, which the tester left open',
    bot: answers({ text: 'Your **balance** is _5 dollars_ (at 9:30 a.m.) [1]' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Markup
      - What is my balance?: your * is *5 dollars* (at 9:30 a.m.) [1]
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Your **balance** is _6 dollars_' }), verdict: 'failed' },
    why: 'A star is any text; brackets, dots and colons mean themselves.',
  },
  {
    kind: 'honest',
    title: 'faces, flags and letters from right to left',
    bot: answers({ text: 'שלום Ada 👩‍👩‍👧 🇵🇹!' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Unicode
      - hello:
        - prompt: שלום Ada 👩‍👩‍👧
        - prompt === שלום Ada 👩‍👩‍👧 🇵🇹!
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'שלום Ada 👩‍👩‍👦 🇵🇹!' }), verdict: 'failed' },
    why: 'Text is text in every script.',
  },
  {
    kind: 'honest',
    title: 'the second of two right wordings',
    bot: answers({ text: 'Good morning, Ada.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Wordings
      - hello: [hello, good morning]
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'Good evening, Ada.' }), verdict: 'failed' },
    why: 'One of them is enough.',
  },
  {
    kind: 'honest',
    title: 'a reply that begins with a slash, as a command does',
    bot: answers({ text: '/help lists what I can do.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Slash
      - How do I get help?: /help
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: 'help lists what I can do.' }), verdict: 'failed' },
    why: 'Only what ends with a slash as well is a pattern.',
  },
  {
    kind: 'lie',
    title: 'two messages without a word, and so nothing that is forbidden',
    bot: answers({ messages: [{ text: '' }, { text: ' ' }] }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Blanks
      - hello != sorry
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'The line break between them is not a word either.',
  },
  {
    kind: 'lie',
    title: 'null for an answer',
    bot: answers(page('null', 'application/json')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Null
      - hello != sorry
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'A handler that returns nothing answers with null, and that is no word.',
  },
];
