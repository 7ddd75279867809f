import { describe, expect, it } from 'vitest';
import { describeSaid } from '../events/describe-said.ts';
import type { RunResult } from '../events/run-result.ts';
import type { Input } from '../format/model/suite.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { printSuite } from '../format/print/print.ts';
import type { Reply } from '../match/matcher.ts';
import type { ExplorationEvent } from './exploration-event.ts';
import { mapOf, stepsOf } from './exploration-map.ts';
import { type Exploration, emptyExploration, foldExploration } from './fold-exploration.ts';
import { overlayRun } from './overlay-run.ts';
import { mapToSuite, nameOf, pathToTest } from './path-to-test.ts';
import { stateKey } from './state-key.ts';

const text = (words: string): Input => ({ kind: 'text', text: words });

const reply = (words: string, ...titles: string[]): Reply => ({
  text: words,
  messages: [words],
  buttons: titles.map((title) => ({ title })),
  attachments: [],
  latencyMs: 5,
  payload: { text: words },
});

/** Builds conversations from pairs of a message and a reply; null means no reply. */
function explored(...conversations: [string, Reply | null][][]): Exploration {
  const events = conversations.flatMap((turns, index): ExplorationEvent[] => {
    const conversation = index + 1;
    return [
      { type: 'conversation.started', at: 1, conversation },
      { type: 'conversation.opened', at: 2, conversation, inputs: ['text'] },
      ...turns.flatMap(([said, answer], place): ExplorationEvent[] => [
        { type: 'said', at: 3, conversation, turn: place + 1, input: text(said) },
        {
          type: 'heard',
          at: 4,
          conversation,
          turn: place + 1,
          ...(answer && { reply: answer }),
        },
      ]),
    ];
  });
  return events.reduce(foldExploration, emptyExploration());
}

const menu = reply('What can I do for you?', 'Balance', 'Transfer');
const account = reply('Which account?', 'Checking', 'Savings');

describe('what was spoken', () => {
  const conversation = 1;
  const spoken: ExplorationEvent[] = [
    { type: 'conversation.started', at: 1, conversation },
    { type: 'conversation.opened', at: 2, conversation, inputs: ['text', 'dtmf'] },
    { type: 'heard', at: 3, conversation, reply: menu },
    { type: 'said', at: 4, conversation, turn: 1, input: text(''), recording: 'voice.wav' },
    { type: 'heard', at: 5, conversation, turn: 1, reply: account },
  ];
  const transcribed = (words: string): ExplorationEvent => ({
    type: 'transcribed',
    at: 6,
    conversation,
    recording: 'voice.wav',
    text: words,
  });
  const stepsAfter = (...events: ExplorationEvent[]) => {
    const [held] = [...spoken, ...events].reduce(foldExploration, emptyExploration()).conversations;
    return held ? stepsOf(held).map(({ input }) => input) : [];
  };

  it('is a step by its words once they were written down', () => {
    expect(stepsAfter(transcribed('my balance'))).toEqual([{ kind: 'open' }, text('my balance')]);
  });

  it('ends every path before it while nobody knows the words', () => {
    expect(stepsAfter()).toEqual([{ kind: 'open' }]);
    expect(stepsAfter(transcribed(' '))).toEqual([{ kind: 'open' }]);
  });

  it('to have it written down is no turn', () => {
    const dictated: ExplorationEvent = {
      type: 'dictated',
      at: 4,
      conversation,
      recording: 'voice.wav',
    };
    const events = [...spoken.slice(0, 3), dictated, transcribed('my balance')];
    const [held] = events.reduce(foldExploration, emptyExploration()).conversations;
    expect(held?.turns).toHaveLength(1);
    expect(held?.dictations).toEqual([
      { recording: 'voice.wav', transcript: { text: 'my balance' } },
    ]);
  });
});

describe('two replies are the same state', () => {
  it.each([
    ['in another case and with other punctuation', 'Which account', 'which account?'],
    ['with another amount', 'You have $1,284.50.', 'You have $9.'],
    ['at another time of day', 'It is 10:45 now', 'It is 9:03 now'],
    ['with other spaces', 'a  b\nc', 'a b c'],
  ])('%s', (_, one, other) => {
    expect(stateKey(reply(one))).toBe(stateKey(reply(other)));
  });

  it.each([
    ['with other words', reply('Which account?'), reply('Which card?')],
    ['with other quick replies', reply('Which?', 'A'), reply('Which?', 'B')],
    ['in another currency', reply('You have $5'), reply('You have €5')],
    ['in another script', reply('你好'), reply('再见')],
  ])('but not %s', (_, one, other) => {
    expect(stateKey(one)).not.toBe(stateKey(other));
  });
});

describe('the transcript', () => {
  it('puts an answer to what it answers, and what the bot says unasked before what still waits', () => {
    const events: ExplorationEvent[] = [
      { type: 'conversation.started', at: 1, conversation: 1 },
      { type: 'said', at: 1, conversation: 1, turn: 1, input: text('a'), isReplay: true },
      { type: 'said', at: 1, conversation: 1, turn: 2, input: text('b'), isReplay: true },
      { type: 'heard', at: 2, conversation: 1, reply: reply('Welcome') },
      { type: 'heard', at: 3, conversation: 1, turn: 1, reply: reply('A') },
      { type: 'heard', at: 4, conversation: 1, reply: reply('By the way') },
      { type: 'heard', at: 5, conversation: 1, turn: 2 },
    ];
    const [conversation] = events.reduce(foldExploration, emptyExploration()).conversations;
    expect(conversation?.turns).toMatchObject([
      { input: { kind: 'open' }, reply: { text: 'Welcome' } },
      { input: text('a'), reply: { text: 'A' }, isReplay: true },
      { number: 0, reply: { text: 'By the way' } },
      { input: text('b'), status: 'silent' },
    ]);
    expect(conversation?.turns[2]?.input).toBeUndefined();
  });
});

describe('the map', () => {
  const exploration = explored(
    [
      ['hello', menu],
      ['Balance', account],
      ['Savings', reply('Your savings hold $10.')],
    ],
    [
      ['hello', menu],
      ['balance', account],
    ],
    [
      ['savings balance', reply('Your savings hold $12.')],
      ['Hm', null],
    ],
  );
  const map = mapOf(exploration);
  const state = (words: string) => map.states.find(({ label }) => label === words);

  it('merges states and edges, and counts how often each was visited', () => {
    expect(map.states.map(({ label, visits }) => [label, visits])).toEqual([
      ['Start', 3],
      ['What can I do for you?', 2],
      ['Which account?', 2],
      ['Your savings hold $10.', 2],
      ['No answer', 1],
    ]);
    expect(map.edges.map(({ count }) => count)).toEqual([2, 2, 1, 1, 1]);
  });

  it('counts the quick replies that nobody took', () => {
    expect(map.unexplored).toBe(2);
    expect(state('What can I do for you?')?.options.map((option) => option.isExplored)).toEqual([
      true,
      false,
    ]);
  });

  it('tells quick replies apart that differ in their numbers only', () => {
    const times = explored([
      ['book', reply('When?', '10:00', '11:00', '12:00')],
      ['10:00', reply('Booked')],
    ]);
    const { states, unexplored } = mapOf(times);
    const offered = states.find(({ label }) => label === 'When?')?.options;
    expect(offered?.map(({ button, isExplored }) => [button.title, isExplored])).toEqual([
      ['10:00', true],
      ['11:00', false],
      ['12:00', false],
    ]);
    expect(unexplored).toBe(2);
  });

  it('knows the shortest way to each state that was really gone', () => {
    expect(state('Your savings hold $10.')?.path.map(({ input }) => input)).toEqual([
      text('savings balance'),
    ]);
  });

  it('shows the name that a state was given, until it is taken away', () => {
    const named = (name: string): ExplorationEvent => {
      return { type: 'state.named', at: 9, state: stateKey(menu), name };
    };
    const renamed = foldExploration(exploration, named('Main menu'));
    expect(mapOf(renamed).states[1]).toMatchObject({ label: 'Main menu', isNamed: true });
    expect(mapOf(foldExploration(renamed, named(''))).states[1]?.label).toBe(menu.text);
  });
});

describe('saving', () => {
  const exploration = explored(
    [['hello', menu]],
    [
      ['hello', menu],
      ['$PAUSE 2 or so', account],
    ],
    [
      ['hello', menu],
      ['$PAUSE 2 or so', account],
    ],
    [['bye', reply('')]],
  );
  const configuration = { channel: { kind: 'http', url: 'https://bot.example' } } as const;

  it('the map makes a test of each path that is not the beginning of another', () => {
    const suite = mapToSuite(exploration.conversations, configuration, 'contains');
    expect(suite.tests.map(({ name, interactions }) => [name, interactions.length])).toEqual([
      ['hello → $PAUSE 2 or so', 2],
      ['bye', 1],
    ]);
    const read = parseSuite(printSuite(suite));
    expect(read.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.suite.tests).toEqual(suite.tests);
  });

  it.each([
    ['contains', [{ property: 'prompt', operator: 'contains', expected: [menu.text] }]],
    ['fuzzy', [{ property: 'prompt', operator: 'fuzzy', expected: [menu.text] }]],
    ['nothing', []],
  ] as const)('a path expects %s', (strictness, assertions) => {
    const steps = exploration.conversations.slice(0, 1).flatMap(stepsOf);
    const [interaction] = pathToTest(nameOf(steps), steps, strictness).interactions;
    expect(interaction?.assertions).toMatchObject(assertions);
  });
});

describe('a quick reply with a value', () => {
  const shall = { ...reply('Shall I?'), buttons: [{ title: 'Yes', value: '/affirm' }] };
  const done = reply('Done.');
  // The value used to be sent; now the title is.
  const pressed = [text('Yes'), text('/affirm')].map((input) => {
    const exploration = explored(
      [
        ['order', shall],
        ['x', done],
      ],
      [['order', shall]],
    );
    const [first, ...others] = exploration.conversations;
    const turns = first?.turns.map((turn, index) => (index === 1 ? { ...turn, input } : turn));
    return { ...exploration, conversations: [{ ...first, turns }, ...others] } as Exploration;
  });

  it.each(pressed)('is explored, and a step of the test by its title', (exploration) => {
    const map = mapOf(exploration);
    expect(map.unexplored).toBe(0);
    const [test] = mapToSuite(exploration.conversations, {}, 'contains').tests;
    expect(test?.interactions.map(({ input }) => input)).toEqual([text('order'), text('Yes')]);
  });

  it.each(pressed)('is covered by a run that presses it or says its value', (exploration) => {
    const map = mapOf(exploration);
    for (const words of ['Yes', '/affirm']) {
      const step = (said: string, answer: Reply) => ({
        input: text(said),
        expected: '',
        outcome: 'passed',
        verdicts: [],
        reply: answer,
      });
      const tests = [{ name: 'A', steps: [step('order', shall), step(words, done)] }];
      expect(overlayRun(map, { tests } as unknown as RunResult).coveredEdges.size).toBe(2);
    }
  });

  it('shows in the transcript what was sent for it', () => {
    const said: ExplorationEvent[] = [
      { type: 'conversation.started', at: 1, conversation: 1 },
      { type: 'said', at: 3, conversation: 1, turn: 1, input: text('Yes') },
      { type: 'heard', at: 4, conversation: 1, turn: 1, sent: '/affirm', reply: done },
    ];
    const [held] = said.reduce(foldExploration, emptyExploration()).conversations;
    const [turn] = held?.turns ?? [];
    expect(turn?.input && describeSaid({ input: turn.input, sent: turn.sent })).toBe(
      'Yes (sent as "/affirm")',
    );
  });
});

describe('a later run', () => {
  const exploration = explored([
    ['hello', menu],
    ['Balance', account],
    ['Savings', reply('Your savings hold $10.')],
  ]);
  const map = mapOf(exploration);
  const run = (...steps: [string, Reply | undefined][]) =>
    ({
      tests: [
        {
          name: 'Balance',
          steps: steps.map(([said, answer]) => ({
            input: text(said),
            expected: '',
            outcome: answer ? 'passed' : 'pending',
            verdicts: [],
            ...(answer && { reply: answer }),
          })),
        },
      ],
    }) as unknown as RunResult;

  it('covers the states and edges that it went through', () => {
    const overlay = overlayRun(map, run(['HELLO', menu], ['balance', account]));
    expect(overlay.covered.size).toBe(3);
    expect(overlay.coveredEdges.size).toBe(2);
    expect([overlay.changed.size, overlay.offMap]).toEqual([0, 0]);
  });

  it('shows where the bot says something else now, and goes on behind it', () => {
    const other = reply('Checking or savings?', 'Checking', 'Savings');
    const overlay = overlayRun(
      map,
      run(['hello', menu], ['Balance', other], ['Savings', reply('Your savings hold $11.')]),
    );
    expect([...overlay.changed]).toEqual([
      [stateKey(account), { before: account.text, now: other.text, test: 'Balance' }],
    ]);
    expect(overlay.coveredEdges.size).toBe(2);
  });

  it('counts the steps that left the map, and none that were not played', () => {
    const overlay = overlayRun(map, run(['weather', reply('Sunny')], ['hello', undefined]));
    expect([overlay.offMap, overlay.covered.size]).toEqual([1, 1]);
  });
});
