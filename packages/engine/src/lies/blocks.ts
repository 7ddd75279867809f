/** Shared blocks: with the wrong text, left out, taken from another use, or in another version. */
import { linkLibrary, parseLibrary } from '@parley/suite';
import { answersTo } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

interface Clerk {
  /** The only user that the clerk lets in. */
  knowsOnly?: string;
  /** Text that the clerk repeats with every reply. */
  leaks?: string;
  /** Formats the number of an order. */
  spells?(order: string): string;
}

/** A clerk that logs people in and takes orders. */
const clerk =
  ({ knowsOnly, leaks = '', spells = (order) => order }: Clerk = {}): Bot =>
  () => {
    const orders: string[] = [];
    return answersTo((text) => {
      const [, user] = /^I am (.*)$/s.exec(text) ?? [];
      if (user !== undefined) {
        const isKnown = knowsOnly === undefined || user === knowsOnly;
        return { text: `${isKnown ? `Welcome ${user}` : 'I do not know you'} ${leaks}` };
      }
      if (/^order/.test(text)) {
        orders.push(`A-${7 + orders.length}`);
        return { text: `Order ${spells(orders.at(-1) ?? '')} is made. ${leaks}` };
      }
      const asked = /A-\d+/.exec(text)?.[0] ?? '';
      return { text: orders.includes(asked) ? `${asked} is on its way.` : 'No such order.' };
    })();
  };

const suiteOf = (test: string, blocks: string, variables = '') => `configuration:
  syntax: 2
  channel: { kind: http, url: http://127.0.0.1:PORT/bot }${variables}
---
- test: Order
${test}---
${blocks}`;

/** A suite with one test that uses a library. */
const lentTo = (test: string, library: string, blocks = '- block: own\n- bye\n') =>
  linkLibrary(suiteOf(test, blocks), parseLibrary(library).blocks);

const logIn = `- block: log in
- parameters: [user]
- I am {{user}}: Welcome {{user}}
`;

const order = `- block: order
- parameters: [what]
- order a {{what}}:
  - prompt: is made
  - save: { order: "/Order (A-[0-9]+)/" }
`;

const asTwo = `- $USE log in: { user: anna }\n- $USE log in: { user: eve }\n`;
const withOrder = `- $USE order: { what: lamp }\n- where is {{order}}: "{{order}} is on its way"\n`;
const nested = `- $USE all: { who: anna }\n- where is {{order}}: is on its way\n`;
const all = `- block: all
- parameters: [who]
- $USE log in: { user: "{{who}}" }
- $USE order: { what: lamp }
---
${logIn}---
${order}`;
/** The block without those that it uses. */
const allAlone = all.slice(0, all.indexOf('---'));

const branching = `- block: log in
- parameters: [user]
- I am {{user}}:
  - do not know goto as anna
- hello?:
  - prompt: this is never said
- I am anna:
  - label: as anna
  - prompt: Welcome
- bye:
  - label: end
  - prompt: No such order
`;

export const blocks: LieCase[] = [
  {
    kind: 'lie',
    title: 'the second use of a block fails, with another text than the first',
    bot: clerk({ knowsOnly: 'anna' }),
    suite: suiteOf(asTwo, logIn),
    verdict: 'failed',
    why: 'Each use is a turn of its own, judged with its own text.',
  },
  {
    kind: 'lie',
    title: 'a use gives no text for a parameter, and the bot repeats the template',
    bot: clerk(),
    suite: suiteOf('- $USE log in\n', logIn),
    verdict: 'refused',
    says: /"user" is missing: the block "log in" \(line 8\)/,
    why: 'Nobody is called {{user}}: the bot would be asked something else, and its echo would fulfil it.',
  },
  {
    kind: 'lie',
    title: 'the name of a parameter is mistyped in the use',
    bot: clerk(),
    suite: suiteOf('- $USE log in: { usr: anna, user: "" }\n', logIn),
    verdict: 'refused',
    says: /Did you mean "user"/,
    why: 'A text that goes nowhere is a mistake.',
  },
  {
    kind: 'lie',
    title: 'a text for a parameter has a template without a value',
    bot: clerk(),
    suite: suiteOf('- $USE log in: { user: "{{who}}" }\n', logIn),
    verdict: 'error',
    code: 'no-value',
    says: /\{\{who\}\} has no value/,
    why: 'It would be said as it is written.',
  },
  {
    kind: 'lie',
    title: 'a test uses a block that has lost its steps',
    bot: clerk(),
    suite: suiteOf('- hello: No such order\n- $USE log in\n', '- block: log in\n'),
    verdict: 'refused',
    says: /has no steps/,
    why: 'What the block checked is not checked any more.',
  },
  {
    kind: 'lie',
    title: 'a test uses a block that is gone',
    bot: clerk(),
    suite: suiteOf('- hello: No such order\n- $USE pay\n', logIn),
    verdict: 'refused',
    says: /There is no block "pay"/,
    why: 'Its steps are missing.',
  },
  {
    kind: 'lie',
    title: 'a bot says the forbidden text that a use names',
    bot: clerk({ leaks: 'secret-7' }),
    suite: suiteOf(
      '- $USE log in: { user: anna, secret: secret-7 }\n',
      '- block: log in\n- parameters: [user, secret]\n- I am {{user}}:\n  - prompt: Welcome\n  - prompt != {{secret}}\n',
    ),
    verdict: 'failed',
    why: 'The forbidden text is that of the use, not the name in braces, which no bot ever says.',
  },
  {
    kind: 'lie',
    title: 'a bot says another number than the pattern of a block allows, where the text has a dot',
    bot: clerk({ spells: (one) => one.replace('-', 'x') }),
    suite: suiteOf(
      '- $USE order: { sign: "A.7" }\n',
      '- block: order\n- parameters: [sign]\n- order a lamp:\n  - prompt: /Order {{sign}} is/\n',
    ),
    verdict: 'failed',
    why: 'The dot of a text is a dot, in a pattern, too.',
  },
  {
    kind: 'lie',
    title: 'a block stands in before each, where no bot is spoken to',
    bot: clerk(),
    suite: suiteOf(
      '- hello: No such order\n',
      logIn,
      '\n  before each:\n    - $USE log in: { user: anna }',
    ),
    verdict: 'refused',
    says: /block cannot stand in "before each"/,
    why: 'Its steps would never be taken.',
  },
  {
    kind: 'lie',
    title: 'a stored run is held against a block that expects more by now',
    bot: clerk(),
    suite: suiteOf('- $USE log in: { user: anna }\n', logIn),
    reevaluatedBy: suiteOf(
      '- $USE log in: { user: anna }\n',
      logIn.replace('Welcome', 'Good morning'),
    ),
    verdict: 'failed',
    why: 'A test is what its blocks say.',
  },
  {
    kind: 'lie',
    title: 'the block of a library was edited after the run that passed',
    bot: clerk(),
    suite: lentTo('- $USE log in: { user: anna }\n', logIn),
    reevaluatedBy: lentTo(
      '- $USE log in: { user: anna }\n',
      logIn.replace('Welcome', 'Good morning'),
    ),
    verdict: 'failed',
    says: /Good morning anna/,
    why: 'What the old block expected proves nothing about the new one.',
  },
  {
    kind: 'lie',
    title: 'the block of a library says something else than in the run that passed',
    bot: clerk(),
    suite: lentTo('- $USE log in: { user: anna }\n', logIn),
    reevaluatedBy: lentTo('- $USE log in: { user: anna }\n', logIn.replace('I am', 'My name is')),
    verdict: 'error',
    why: 'The bot was never told that, so its reply is to another message.',
  },
  {
    kind: 'lie',
    title: 'a library has lost the block that a test uses',
    bot: clerk(),
    suite: lentTo('- hello: No such order\n- $USE log in: { user: anna }\n', order),
    verdict: 'refused',
    says: /There is no block "log in"/,
    why: 'Its steps are missing.',
  },
  {
    kind: 'lie',
    title: 'a block of a library has lost the block that it uses',
    bot: clerk(),
    suite: lentTo('- $USE all: { who: anna }\n', `${allAlone}---\n${order}`),
    verdict: 'refused',
    says: /There is no block "log in" in the library/,
    why: 'Half of its steps are missing.',
  },
  {
    kind: 'lie',
    title: 'a suite has a harmless block of the name that a block of the library uses',
    bot: clerk({ knowsOnly: 'eve' }),
    suite: lentTo(
      '- $USE all: { who: anna }\n',
      `${allAlone}---\n${logIn}---\n${order}`,
      '- block: log in\n- parameters: [user]\n- I am {{user}}\n',
    ),
    verdict: 'failed',
    why: 'A library means the same in every suite.',
  },
  {
    kind: 'lie',
    title: 'a suite says what its own text keeps of a library',
    bot: clerk(),
    suite: lentTo(
      '- $USE log in: { user: anna }\n',
      logIn,
      '- block: own\n- bye\n---\nlibrary:\n---\n- block: log in\n- parameters: [user]\n- I am {{user}}\n',
    ),
    verdict: 'refused',
    says: /A suite cannot have it/,
    why: 'A copy would hide that the library has changed.',
  },
  {
    kind: 'honest',
    title: 'a suite uses a library, and prefers its own block of a name',
    bot: clerk(),
    suite: lentTo(
      '- $USE log in: { user: anna }\n- $USE order: { what: lamp }\n- where is {{order}}: is on its way\n',
      `${logIn.replace('Welcome', 'Good morning')}---\n${order}`,
      logIn,
    ),
    verdict: 'passed',
    says: /This suite uses its own/,
    why: 'The nearer definition counts, and the suite is told.',
    broken: { bot: clerk({ spells: () => 'A-99' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a block moved from the suite into the library after the run',
    bot: clerk(),
    suite: suiteOf('- $USE log in: { user: anna }\n', logIn),
    reevaluatedBy: lentTo('- $USE log in: { user: anna }\n', logIn),
    verdict: 'passed',
    why: 'The same was said and is expected.',
    broken: { bot: clerk({ knowsOnly: 'eve' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a clerk logs in two people by one block',
    bot: clerk(),
    suite: suiteOf(asTwo, logIn),
    verdict: 'passed',
    why: 'Both are welcomed by their names.',
    broken: { bot: clerk({ knowsOnly: 'eve' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a block saves the order that the test asks for afterwards',
    bot: clerk(),
    suite: suiteOf(withOrder, order),
    verdict: 'passed',
    why: 'A value that a block saves is there behind it.',
    broken: { bot: clerk({ spells: () => 'A-99' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a block uses other blocks and hands its text on',
    bot: clerk({ knowsOnly: 'anna' }),
    suite: suiteOf(nested, all),
    verdict: 'passed',
    why: 'Both inner blocks are carried out, with the text of the outer use.',
    broken: { suite: ['who: anna', 'who: eve'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a parameter has the name of a variable, which the test uses, too',
    bot: clerk(),
    suite: suiteOf(
      '- $USE log in: { user: anna }\n- I am {{user}}: Welcome eve\n',
      logIn,
      '\n  variables: { user: eve }',
    ),
    verdict: 'passed',
    why: 'It counts within the block only.',
    broken: { suite: ['Welcome eve', 'Welcome anna'], verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'both uses of a block go on by its own labels',
    bot: clerk({ knowsOnly: 'anna' }),
    suite: suiteOf(
      '- $USE log in: { user: eve }\n- $USE log in: { user: joe }\n- bye:\n  - label: end\n  - prompt: No such order\n',
      branching,
    ),
    verdict: 'passed',
    why: 'A goto finds the label of the same use; another one would go round in circles or skip the rest.',
    broken: { bot: clerk({ knowsOnly: 'mary' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'the steps of a test were moved into a block after its run',
    bot: clerk(),
    suite: suiteOf('- I am anna: Welcome anna\n', logIn),
    reevaluatedBy: suiteOf('- $USE log in: { user: anna }\n', logIn),
    verdict: 'passed',
    why: 'The same was said and is expected.',
    broken: { suite: ['I am anna: Welcome', 'I am joe: Welcome'], verdict: 'error' },
  },
  {
    kind: 'honest',
    title: 'a suite without version 2 says the words of blocks to the bot, as ever',
    bot: answersTo((text) => ({ text: `You said ${text}` })),
    suite: suiteOf('- $USE log in: You said $USE log in\n', '- block: You said block\n').replace(
      '  syntax: 2\n',
      '',
    ),
    verdict: 'passed',
    says: /is sent to the bot/,
    why: 'Old suites mean what they meant.',
    broken: { bot: answersTo(() => ({ text: 'Welcome' })), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a text with a dot stands in the pattern of a block',
    bot: clerk({ spells: (one) => one.replace('-', '.') }),
    suite: suiteOf(
      '- $USE order: { sign: "A.7" }\n',
      '- block: order\n- parameters: [sign]\n- order a lamp:\n  - prompt: /Order {{sign}} is/\n',
    ),
    verdict: 'passed',
    why: 'The number is as the use says.',
    broken: { bot: clerk(), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a block checks that a text is never said, and it is not',
    bot: clerk(),
    suite: suiteOf(
      '- $USE log in: { user: anna, secret: secret-7 }\n',
      '- block: log in\n- parameters: [user, secret]\n- I am {{user}}:\n  - prompt: Welcome\n  - prompt != {{secret}}\n',
    ),
    verdict: 'passed',
    why: 'The clerk keeps the secret.',
    broken: { bot: clerk({ leaks: 'secret-7' }), verdict: 'failed' },
  },
  {
    kind: 'honest',
    title: 'a quoted $USE is a message',
    bot: answersTo((text) => ({ text: `You said ${text}` })),
    suite: suiteOf('- "$USE log in": You said $USE log in\n- $USE log in: { user: anna }\n', logIn)
      .replace('I am {{user}}: Welcome', 'I am {{user}}: You said')
      .replace('You said {{user}}', 'You said I am {{user}}'),
    verdict: 'passed',
    says: /Remove the quotes/,
    why: 'Quotes take the meaning from commands.',
    broken: { bot: answersTo(() => ({ text: 'Welcome' })), verdict: 'failed' },
  },
];
