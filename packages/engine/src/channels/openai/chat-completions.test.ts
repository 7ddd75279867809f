import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Json, StepResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';
import { usageOption } from './chat-completions-channel.ts';

type Fields = { [key: string]: Json };

/** The bodies of the requests. */
type Asked = { messages: Fields[]; [key: string]: unknown }[];

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const whole =
  (message: Fields, more: Fields = {}): Answer =>
  (response) => {
    const choice = { index: 0, message: { role: 'assistant', ...message }, ...more };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'c1', model: 'small-1', choices: [choice] }));
  };

const event = (data: Json, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const streamOf =
  (...events: string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.join(''));
  };

const chunk = (delta: Fields, finishReason: string | null = null): Fields => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  model: 'small-1',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});

/** A stream of these deltas, with a finish reason. */
const pieces = (deltas: Fields[], reason = 'stop'): Answer =>
  streamOf(
    ...deltas.map((delta) => event(chunk(delta))),
    event(chunk({}, reason)),
    event('[DONE]'),
  );

/** Runs steps against a model that returns these answers in turn, and then repeats the last one. */
async function ask(answers: Answer[], steps: string[]) {
  const asked: Asked = [];
  await using model = await serveHttp(async (request, response) => {
    asked.push((await json(request)) as Asked[number]);
    answers[Math.min(asked.length, answers.length) - 1]?.(response, request);
  });
  const url = `http://127.0.0.1:${model.port}/v1/chat/completions`;
  const configuration = { channel: { kind: 'openai', url, model: 'small' }, replyTimeout: 2 };
  const { result } = await runText(
    `${JSON.stringify({ configuration })}\n---\n${['- test: A', ...steps].join('\n')}`,
  );
  const [test] = result.tests;
  return { asked, steps: test?.steps ?? [], failure: test?.failure, outcome: test?.outcome };
}

const verdicts = ({ verdicts: found }: StepResult) => found.map(({ passed }) => passed);

const refund: Fields = {
  id: 'call_1',
  type: 'function',
  function: { name: 'refund_order', arguments: '{"order": 7}' },
};

const [start, ...rest] = [
  { index: 0, ...refund, function: { name: 'refund_order', arguments: '' } },
  { index: 0, function: { arguments: '{"ord' } },
  { index: 0, function: { arguments: 'er": 7}' } },
] as [Fields, Fields, Fields];

describe('what a model answers', () => {
  const said = { content: 'It is cancelled.', tool_calls: [refund] };
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

  it.each<[string, Answer]>([
    [
      'whole',
      (response) =>
        response.end(
          JSON.stringify({
            id: 'c1',
            model: 'small-1',
            choices: [
              { index: 0, message: { role: 'assistant', ...said }, finish_reason: 'tool_calls' },
            ],
            usage,
          }),
        ),
    ],
    [
      'in pieces, with the usage last',
      streamOf(
        ...[
          chunk({ role: 'assistant', content: '' }),
          chunk({ content: 'It is ' }),
          chunk({ content: 'cancelled.' }),
          chunk({ tool_calls: [start] }),
          ...rest.map((piece) => chunk({ tool_calls: [piece] })),
          chunk({}, 'tool_calls'),
          { ...chunk({}), choices: [], usage },
        ].map((one) => event(one)),
        event('[DONE]'),
      ),
    ],
    [
      'in pieces, with the usage in a chunk of its own',
      streamOf(
        event({ ...chunk({ role: 'assistant', content: 'It is cancelled.' }), usage: null }),
        event({ ...chunk({ tool_calls: [{ index: 0, ...refund }] }, 'tool_calls'), usage: null }),
        event({ usage }),
      ),
    ],
  ])('stands at the root and beside it as it came: %s', async (_, answer) => {
    const { steps } = await ask(
      [answer],
      [
        `- Cancel it:
  - prompt === It is cancelled.
  - tool_calls[0].function.name === refund_order
  - 'tool_calls[0].function.arguments === {"order": 7}'
  - tool_calls[0].id === call_1
  - tool_calls.length == 1
  - finish_reason === tool_calls
  - model === small-1
  - usage.total_tokens == 12
  - choices[0].message.tool_calls[0].function.name === refund_order
  - choices[0].message.content === It is cancelled.
  - refusal not exists
  - tool_calls not exists
  - $..name != refund_order`,
      ],
    );
    expect(steps[0] && verdicts(steps[0])).toEqual([...Array(11).fill(true), false, false]);
  });

  it('without a call has none, however it says so', async () => {
    const answers = [
      whole({ content: 'Hi' }),
      whole({ content: 'Hi', tool_calls: [], function_call: null, refusal: null }),
      pieces([{ role: 'assistant', content: 'Hi', tool_calls: null }]),
      pieces([{ content: 'H', tool_calls: [] }, { content: 'i' }]),
    ];
    for (const answer of answers) {
      const { steps } = await ask(
        [answer],
        [
          '- hello:\n  - prompt === Hi\n  - tool_calls not exists\n  - $..name not exists\n  - refusal not exists',
        ],
      );
      expect(steps[0]?.outcome).toBe('passed');
    }
  });

  it('keeps text and count of a stream, and the delta of one that came in a piece', async () => {
    const many = await ask([pieces([{ content: 'Hel' }, { content: 'lo' }])], ['- hello']);
    expect(many.steps[0]?.reply?.payload).toMatchObject({ text: 'Hello', chunks: 3 });
    const one = await ask(
      [streamOf(event(chunk({ content: 'Hello' }, 'stop')))],
      [
        '- hello:\n  - choices[0].delta.content: Hello\n  - choices[0].message.content: Hello\n  - text: Hello\n  - chunks == 1',
      ],
    );
    expect(one.steps[0]?.outcome).toBe('passed');
  });

  it('is what it refuses with where it has no other words', async () => {
    for (const answer of [
      whole({ content: null, refusal: 'I cannot help.' }),
      pieces([{ refusal: 'I cannot ' }, { refusal: 'help.' }]),
    ]) {
      const { steps, asked } = await ask(
        [answer, whole({ content: 'Hi' })],
        [
          '- Break in:\n  - refusal: cannot help\n  - prompt === I cannot help.',
          '- Never mind: Hi',
        ],
      );
      expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
      expect(asked[1]?.messages[1]).toEqual({ role: 'assistant', content: 'I cannot help.' });
    }
  });

  it('is what it says, not what it thinks', async () => {
    const { steps } = await ask(
      [pieces([{ reasoning_content: 'A ref' }, { reasoning_content: 'und?' }, { content: 'No.' }])],
      ['- Refund it:\n  - prompt === No.\n  - choices[0].message.reasoning_content: A refund?'],
    );
    expect(steps[0]?.outcome).toBe('passed');
  });
});

describe('the pieces of calls', () => {
  const named = (name: string, call: string, more: Fields = {}): Fields => ({
    ...more,
    type: 'function',
    function: { name, arguments: call },
  });

  it.each<[string, Fields[], [string, string][]]>([
    [
      'of several tools, in turns',
      [
        { tool_calls: [named('look_up', '', { index: 0, id: 'a' })] },
        { tool_calls: [named('refund', '{"n', { index: 1, id: 'b' })] },
        { tool_calls: [{ index: 0, function: { arguments: '{"o": 1}' } }] },
        { tool_calls: [{ index: 1, function: { arguments: '": 2}' } }] },
      ],
      [
        ['look_up', '{"o": 1}'],
        ['refund', '{"n": 2}'],
      ],
    ],
    [
      'under one index, told apart by their ids',
      [
        { tool_calls: [named('look_up', '', { index: 0, id: 'a' })] },
        { tool_calls: [named('refund', '{"o": 2}', { index: 0, id: 'b' })] },
      ],
      [
        ['look_up', ''],
        ['refund', '{"o": 2}'],
      ],
    ],
    [
      'under one index and without ids',
      [
        { tool_calls: [named('look_up', '{"o": 1}', { index: 0 })] },
        { tool_calls: [named('look_up', '{"o": 2}', { index: 0 })] },
      ],
      [
        ['look_up', '{"o": 1}'],
        ['look_up', '{"o": 2}'],
      ],
    ],
    [
      'without an index',
      [
        { tool_calls: [named('look_up', '{"o', { id: 'a' })] },
        { tool_calls: [{ function: { arguments: '": 1}' } }] },
        { tool_calls: [named('refund', '{}', { id: 'b' })] },
      ],
      [
        ['look_up', '{"o": 1}'],
        ['refund', '{}'],
      ],
    ],
    [
      'each with another id and the same name',
      [
        { tool_calls: [named('refund', '', { index: 0, id: 'a' })] },
        { tool_calls: [{ index: 0, id: 'b', function: { arguments: '{"o' } }] },
        { tool_calls: [{ index: 0, id: 'c', function: { name: null, arguments: '": 2}' } }] },
      ],
      [['refund', '{"o": 2}']],
    ],
    [
      'that say name and role each time',
      [
        { role: 'assistant', tool_calls: [named('refund', '{"o', { index: 0, id: 'a' })] },
        { role: 'assistant', tool_calls: [named('refund', '": 2}', { index: 0, id: 'a' })] },
        { role: 'assistant', tool_calls: [named('refund', '', { index: 0, id: 'a' })] },
      ],
      [['refund', '{"o": 2}']],
    ],
    [
      'in the older form',
      [
        { function_call: { name: 'refund', arguments: '' } },
        { function_call: { arguments: '{"o": 2}' } },
      ],
      [['refund', '{"o": 2}']],
    ],
  ])('are put together: %s', async (_, deltas, calls) => {
    const { steps } = await ask([pieces(deltas, 'tool_calls')], ['- Refund it']);
    const { payload } = steps[0]?.reply ?? {};
    const found = (payload as { tool_calls: { function: Fields }[] }).tool_calls;
    expect(found.map(({ function: called }) => [called.name, called.arguments])).toEqual(calls);
    expect(JSON.stringify(payload)).not.toContain('assistantassistant');
    expect(found[0]).not.toHaveProperty('index');
  });

  it('never reach what all objects share', async () => {
    const { steps } = await ask(
      [
        streamOf(
          event('{"choices": [{"delta": {"__proto__": {"isBad": true}, "content": "H"}}]}'),
          event('{"choices": [{"delta": {"__proto__": {"isBad": true}, "content": "i"}}]}'),
          event('[DONE]'),
        ),
      ],
      ['- hello:\n  - prompt === Hi'],
    );
    expect(steps[0]?.outcome).toBe('passed');
    expect(({} as { isBad?: boolean }).isBad).toBeUndefined();
  });
});

describe('what a stream holds beside the answer', () => {
  it('is evidence of the turn', async () => {
    const { steps } = await ask(
      [
        streamOf(
          event({ tool: 'refund_order' }, 'tool'),
          event({ ...chunk({ content: 'Do' }), x_agent: { step: 'refund' } }),
          event({ ...chunk({ content: 'ne.' }), x_agent: { step: 'answer' } }),
          event({ kind: 'note' }),
          event('[DONE]'),
        ),
      ],
      [
        '- Cancel it:\n  - prompt === Done.\n  - events[0].name: tool\n  - x_agent.step: answer\n  - $..tool != refund_order\n  - $..step != refund\n  - $..kind != note',
      ],
    );
    expect(steps[0] && verdicts(steps[0])).toEqual([true, true, true, false, false, false]);
  });

  it('is no answer', async () => {
    const { failure } = await ask([streamOf(event({ tool: 'refund_order' }))], ['- hello']);
    expect(failure).toMatchObject({ class: 'network', code: 'malformed-answer' });
  });

  it.each<[string, string]>([
    ['an event called error', event({ message: 'overloaded' }, 'error')],
    ['an error in an event called error', event({ error: { message: 'overloaded' } }, 'error')],
    ['a text', event({ error: 'overloaded' })],
  ])('that says that the model failed is an error: %s', async (_, last) => {
    const { failure } = await ask([streamOf(event(chunk({ content: 'It ' })), last)], ['- hello']);
    expect(failure).toMatchObject({
      code: 'model-failed',
      message: 'The model failed: overloaded',
    });
  });

  it.each<[string, string[], string]>([
    ['nothing', [], 'answer-broken-off'],
    ['a reason', [event(chunk({}, 'stop'))], 'passed'],
    ['the mark of its end', [event('[DONE]')], 'passed'],
  ])('is needed to know that it is whole: %s', async (_, end, expected) => {
    const { failure, outcome } = await ask(
      [streamOf(event(chunk({ content: 'It is on its way' })), ...end)],
      ['- Where is it?: on its way'],
    );
    expect(failure?.code ?? outcome).toBe(expected);
  });
});

describe('a model that only calls tools', () => {
  const calls = [whole({ content: null, tool_calls: [refund] }, { finish_reason: 'tool_calls' })];

  it('has replied, and not said what it must not say', async () => {
    expect((await ask(calls, ['- Cancel it'])).outcome).toBe('passed');
    const { steps } = await ask(calls, ['- Cancel it:\n  - prompt != sorry']);
    expect(steps[0]?.failure).toMatchObject({ class: 'silent', code: 'reply-empty' });
    const named = await ask(calls, ['- Cancel it:\n  - prompt != sorry\n  - tool_calls exists']);
    expect(named.outcome).toBe('passed');
  });

  it.each<[string, Answer, string]>([
    ['a call', calls[0] as Answer, 'refund_order'],
    [
      'a call in pieces, and the reason that says otherwise',
      pieces([{ tool_calls: [{ index: 0, ...refund }] }], 'stop'),
      'refund_order',
    ],
    [
      'words and a call',
      whole({ content: 'One moment.', tool_calls: [refund] }, { finish_reason: 'tool_calls' }),
      'refund_order',
    ],
    [
      'a call in the older form',
      whole({ content: null, function_call: { name: 'refund_order', arguments: '{}' } }),
      'refund_order',
    ],
    [
      'several calls, one of them twice',
      whole({
        content: null,
        tool_calls: [refund, refund, { id: 'x', type: 'custom', custom: { name: 'search' } }],
      }),
      'refund_order, search',
    ],
  ])('cannot be spoken to before somebody answers them: %s', async (_, answer, names) => {
    const { steps, failure, asked } = await ask([answer], ['- Cancel it', '- And now?: Hm']);
    expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'error']);
    expect(failure).toMatchObject({ class: 'configuration', code: 'tool-calls-unanswered' });
    expect(failure?.message).toContain(`The model called ${names} and waits`);
    expect(asked).toHaveLength(1);
  });

  it('and then answers in the same reply is spoken to on, with what it called', async () => {
    const { outcome, asked } = await ask(
      [
        pieces([
          { role: 'assistant', tool_calls: [{ index: 0, ...refund }] },
          { content: 'It is ' },
          { content: 'cancelled.' },
        ]),
        whole({ content: 'Bye.' }),
      ],
      ['- Cancel it: cancelled', '- bye: Bye'],
    );
    expect(outcome).toBe('passed');
    expect(asked[1]?.messages).toEqual([
      { role: 'user', content: 'Cancel it' },
      { role: 'assistant', content: 'It is cancelled.', tool_calls: [refund] },
      { role: 'user', content: 'bye' },
    ]);
  });
});

it('asks for the usage of a stream where no server can refuse that', async () => {
  const asks = { stream_options: { include_usage: true } };
  expect(usageOption('https://api.openai.com')).toEqual(asks);
  expect(usageOption('https://eu.api.openai.com')).toEqual(asks);
  for (const origin of [
    'https://api.mistral.ai',
    'https://api.openai.com.evil.example',
    'https://notapi.openai.com',
    'http://127.0.0.1:8080',
  ]) {
    expect(usageOption(origin)).toEqual({});
  }
  const { asked } = await ask([whole({ content: 'Hi' })], ['- hello']);
  expect(asked[0]).not.toHaveProperty('stream_options');
});
