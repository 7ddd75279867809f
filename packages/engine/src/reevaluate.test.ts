import { startDemoBot } from '@parley/demo-bot';
import { foldEvents, parseSuite, type RunEvent } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reevaluate } from './reevaluate.ts';
import { runText } from './test/run-text.ts';
import { serveHttp } from './test/servers.ts';

let bot: Awaited<ReturnType<typeof startDemoBot>>;
beforeAll(async () => {
  bot = await startDemoBot();
});
afterAll(() => bot.close());

const text = (...tests: string[]) =>
  [`configuration: { channel: { kind: http, url: "${bot.url}" } }`, ...tests].join('\n---\n');

const suiteOf = (...tests: string[]) => parseSuite(text(...tests)).suite;

it('holds edited expectations against what the bot said then, without asking it again', async () => {
  const { result } = await runText(
    text(
      '- test: A\n- opening hours: on Sunday\n- balance: Which account',
      '- test: B\n- hello: Welcome',
    ),
  );
  expect(result.tests.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  const again = await reevaluate(
    suiteOf(
      '- test: A\n- opening hours: Monday to Friday\n- balance: Which account',
      '- test: B\n- hello: Hi',
    ),
    result,
  );
  expect(again.tests.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
  expect(again.status).toBe('failed');
  expect(again.tests[0]?.steps[0]?.reply).toEqual(result.tests[0]?.steps[0]?.reply);
  expect(again.startedAt).toBe(result.startedAt);
});

it('is the same result for the same suite', async () => {
  const same = text(
    '- test: A\n- hello: Welcome\n- balance:\n  - prompt: Which goto end\n- never said\n- end:\n  - label: end',
  );
  const { result } = await runText(same);
  expect(await reevaluate(parseSuite(same).suite, result)).toEqual(result);
});

it('judges each play of a step that the conversation came back to', async () => {
  const replies = ['please wait', 'done'];
  await using waiting = await serveHttp((_, response) => response.end(replies.shift()));
  const suite = (steps: string) =>
    `configuration: { channel: { kind: http, url: "http://127.0.0.1:${waiting.port}/" } }\n---\n- test: A\n${steps}`;
  const same = suite('- status:\n  - prompt: done\n  - prompt: wait goto status\n');
  const { result } = await runText(same);
  expect(result.tests[0]).toMatchObject({ outcome: 'failed', failure: { code: 'mismatch' } });
  expect(await reevaluate(parseSuite(same).suite, result)).toEqual(result);
  const again = async (prompt: string) => {
    const { suite: edited } = parseSuite(
      suite(`- status:\n  - prompt: ${prompt}\n  - prompt: wait goto status\n`),
    );
    return (await reevaluate(edited, result)).tests[0];
  };
  expect(await again('[done, wait]')).toMatchObject({ outcome: 'passed' });
  const more = parseSuite(suite('- status:\n  - goto: status\n')).suite;
  expect((await reevaluate(more, result)).tests[0]?.failure?.code).toBe('not-recorded');
});

it('does not judge what was not said or never reached', async () => {
  const { result } = await runText(
    text('- test: A\n- hello: Welcome', '- test: B\n- hello: Welcome'),
  );
  const again = await reevaluate(
    suiteOf(
      '- test: A\n- good morning: Welcome',
      '- test: B\n- hello: Welcome\n- bye: Goodbye',
      '- test: C\n- a: b',
    ),
    result,
  );
  expect(again.tests.map(({ name, failure }) => [name, failure?.code])).toEqual([
    ['A', 'said-otherwise'],
    ['B', 'not-recorded'],
  ]);
});

it('lets a test in quarantine fail no more than the run did', async () => {
  const same = text('- test: A\n- hello: Goodbye', '- test: B\n- hello: Welcome');
  const { result } = await runText(same, { quarantined: new Set(['A']) });
  expect(result).toMatchObject({ status: 'passed', counts: { quarantined: 1 } });
  expect(await reevaluate(parseSuite(same).suite, result)).toEqual(result);
});

it('judges a reply that no judge could read, once the step does without one', async () => {
  const { result } = await runText(text('- test: A\n- hello:\n  - prompt =? greets'));
  expect(result.tests[0]?.steps[0]?.failure?.code).toBe('no-judge');
  const again = async (expected: string) =>
    (await reevaluate(suiteOf(`- test: A\n- hello:\n  - prompt ${expected}`), result)).tests[0];
  expect(await again('~~ Welcome')).toMatchObject({ outcome: 'passed' });
  expect((await again('=? greets'))?.steps[0]?.failure?.code).toBe('no-judge');
});

describe('a step without a reply', () => {
  const suite = parseSuite('- test: A\n- hello:\n  - no reply within 5s\n').suite;
  const input = { kind: 'text', text: 'hello' } as const;
  const place = { at: 2, test: 0, attempt: 1 };
  const until: RunEvent[] = [
    {
      type: 'run.started',
      at: 1,
      tests: [{ name: 'A', mode: 'run', steps: [{ input, expected: 'no reply' }] }],
    },
    { type: 'test.started', ...place },
    { type: 'step.started', ...place, step: 0, sent: 'hello' },
  ];
  const broken = { class: 'network', code: 'refused', message: 'Nobody answers.' } as const;
  const by = { id: 'u1', name: 'Ada' };

  it.each<[string, RunEvent[], string]>([
    ['was cut short', [{ type: 'run.finished', at: 3, status: 'cancelled' }], 'not-recorded'],
    [
      'could not be held, whatever was said of it afterwards',
      [
        {
          type: 'step.finished',
          ...place,
          step: 0,
          outcome: 'error',
          verdicts: [],
          failure: broken,
        },
        { type: 'test.finished', ...place, outcome: 'error', failure: broken },
        { type: 'run.finished', at: 3, status: 'error' },
        {
          type: 'verdict.overridden',
          at: 9,
          test: 0,
          step: 0,
          outcome: 'failed',
          reason: 'It is down.',
          by,
        },
      ],
      'refused',
    ],
  ])('that %s is no silence of the bot', async (_what, events, code) => {
    const again = await reevaluate(suite, foldEvents([...until, ...events]));
    expect(again.tests[0]?.steps[0]).toMatchObject({ outcome: 'error', failure: { code } });
    expect(again.status).toBe('error');
  });
});
