/** Tests checks that pass because something is absent. */
import type { Json } from '@parley/suite';
import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { reevaluate } from './reevaluate.ts';
import { runText } from './test/run-text.ts';
import { serveHttp } from './test/servers.ts';

/** Serves a bot that gives these answers in turn, and then repeats the last one. */
async function serveAnswers(...answers: Json[]) {
  let at = 0;
  return serveHttp((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[Math.min(at++, answers.length - 1)]));
  });
}

const suite = (port: number, syntax: 1 | 2, ...tests: string[]) => `configuration:
  ${syntax === 2 ? 'syntax: 2' : 'locale: en-US'}
  concurrency: 1
  channel: { kind: http, url: "http://127.0.0.1:${port}/" }
---
${tests.join('\n---\n')}
`;

const lamp = { text: 'Done', items: [{ name: 'lamp' }] };

async function hold(syntax: 1 | 2, answers: Json[], ...tests: string[]) {
  await using bot = await serveAnswers(...answers);
  const { result } = await runText(suite(bot.port, syntax, ...tests));
  return result;
}

const check = (line: string) => `- test: A\n- order:\n  - ${line}`;

describe('a negated comparison that finds nothing', () => {
  it.each([
    ['itmes[0].name != sofa', 'items[0].name'],
    ['items[0].nmae != sofa', 'items[0].name'],
    ['items[0].Name !== sofa', 'items[0].name'],
    ['items[*].nmae !~ /sofa/', 'items[*].name'],
    ['promt != sorry', 'text'],
  ])('fails in version 2 where the path is mistyped: %s', async (line, nearest) => {
    const answer = line.startsWith('promt') ? { ...lamp, prompt: 'x' } : lamp;
    const result = await hold(2, [answer], check(line));
    expect(result.status).toBe('failed');
    const [step] = result.tests[0]?.steps ?? [];
    expect(step?.failure).toMatchObject({ class: 'configuration', code: 'unknown-path' });
    expect(step?.failure?.message).toContain(nearest === 'text' ? '"prompt"' : `"${nearest}"`);
    expect(result.tests[0]).toMatchObject({ outcome: 'failed', failure: { code: 'unknown-path' } });
  });

  it('passes in version 1 as it did, and is marked as unable to fail', async () => {
    const result = await hold(1, [lamp], check('itmes[0].name != sofa'));
    expect(result).toMatchObject({ status: 'passed', counts: { passed: 1, vacuous: 1 } });
    expect(result.tests[0]?.steps[0]?.verdicts[0]?.vacuous).toContain('"items[0].name"');
  });

  it('holds where the path was found in another reply of the run', async () => {
    const result = await hold(
      2,
      [
        { text: 'No note', notes: 'x' },
        { text: 'One', note: 'public' },
      ],
      check('note != secret'),
      `- test: B\n- order: One`,
    );
    expect(result).toMatchObject({ status: 'passed', counts: { passed: 2 } });
    expect(result.counts.vacuous).toBeUndefined();
  });

  it.each([
    ['error != timeout'],
    ['items[3].name != sofa'],
    ['orders[0].name != sofa'],
    ['cardTitle != Sofa'],
    ['buttons[0].title != Buy'],
    ['attachments[0].url != x'],
    ['$..title != Sofa'],
  ])('holds in version 2 where nothing like it is there, and says so: %s', async (line) => {
    const result = await hold(2, [lamp], check(line));
    expect(result.status).toBe('passed');
    const [verdict] = result.tests[0]?.steps[0]?.verdicts ?? [];
    expect(verdict).toMatchObject({ passed: true, isAbsent: true });
    expect(verdict?.vacuous).toBeUndefined();
  });

  it('holds over an empty list', async () => {
    const result = await hold(2, [{ text: 'None', items: [] }], check('items[*].nmae != sofa'));
    expect(result.status).toBe('passed');
  });

  it('fails where the path is there and holds what it must not', async () => {
    const result = await hold(2, [lamp], check('items[0].name != lamp'));
    expect(result.tests[0]?.steps[0]?.failure).toMatchObject({ class: 'wrong', code: 'mismatch' });
  });
});

describe('a check that nothing is there', () => {
  it.each(['itmes not exists', 'itmes: null'])(
    'is marked, not failed, where a path like it is there: %s',
    async (line) => {
      const result = await hold(2, [lamp], check(line));
      expect(result).toMatchObject({ status: 'passed', counts: { vacuous: 1 } });
    },
  );

  it('proves something where no path is like it', async () => {
    const result = await hold(2, [lamp], check('error not exists'));
    expect(result.status).toBe('passed');
    expect(result.counts.vacuous).toBeUndefined();
  });
});

describe('a path to tools', () => {
  const lines = ['tool_calls not exists', 'tool_calls[*].function.name != refund_order'];

  it.each(lines)('needs a source of tool calls in version 2: %s', async (line) => {
    const result = await hold(2, [lamp], check(line));
    expect(result.tests[0]?.steps[0]?.failure).toMatchObject({ code: 'no-tool-source' });
    expect(result.status).toBe('failed');
  });

  it.each(lines)('is marked in version 1 where nothing reports tools: %s', async (line) => {
    const result = await hold(1, [lamp], check(line));
    expect(result).toMatchObject({ status: 'passed', counts: { vacuous: 1 } });
  });

  it.each(lines)('proves something where the agent reports them: %s', async (line) => {
    const finished = { text: 'Done', choices: [{ finish_reason: 'stop', message: {} }] };
    const result = await hold(2, [finished], check(line));
    expect(result.status).toBe('passed');
    expect(result.counts.vacuous).toBeUndefined();
  });

  it('fails where the tool was called', async () => {
    const calls = [{ function: { name: 'refund_order', arguments: '{}' } }];
    const result = await hold(2, [{ text: 'Done', tool_calls: calls }], check(lines[1] ?? ''));
    expect(result.tests[0]?.steps[0]?.failure).toMatchObject({ class: 'wrong' });
  });
});

describe('a comparison that any text fulfills', () => {
  it.each(['prompt: ""', 'prompt: "*"', 'prompt =~ /.*/', 'prompt: ["Done", "*"]'])(
    'is marked: %s',
    async (line) => {
      const result = await hold(2, [{ text: 'Whatever' }], check(line));
      expect(result).toMatchObject({ status: 'passed', counts: { vacuous: 1 } });
    },
  );

  it.each(['prompt: what*', 'prompt =~ /^.+$/', 'prompt: ["Whatever", "*"]'])(
    'is not, where something was compared: %s',
    async (line) => {
      const result = await hold(2, [{ text: 'Whatever' }], check(line));
      expect(result.status).toBe('passed');
      expect(result.counts.vacuous).toBeUndefined();
    },
  );
});

describe('a step that goto comes back to', () => {
  it('fails the test by a mistake in an earlier play', async () => {
    const answers = [lamp, { text: 'Done' }];
    const result = await hold(
      2,
      answers,
      '- test: A\n- order:\n  - label: again\n  - itmes[0].name != sofa\n  - latency exists goto more\n- more:\n  - items exists goto again',
    );
    expect(result.tests[0]?.outcome).toBe('failed');
  });
});

describe('a run that is cut short', () => {
  it('accuses no path, since the rest of it might have shown the path', async () => {
    await using bot = await serveAnswers(lamp);
    const stopping = new AbortController();
    const { result } = await runText(
      suite(bot.port, 2, check('itmes[0].name != sofa'), '- test: B\n- order: Done'),
      {
        signal: stopping.signal,
        seen: (event) => event.type === 'test.finished' && stopping.abort('cancelled'),
      },
    );
    expect(result).toMatchObject({ status: 'cancelled', counts: { passed: 1, failed: 0 } });
  });
});

describe('a stored run', () => {
  it('is judged by the rules of the suite as it is now', async () => {
    await using bot = await serveAnswers(lamp);
    const line = check('itmes[0].name != sofa');
    const { result } = await runText(suite(bot.port, 1, line));
    const again = async (syntax: 1 | 2) =>
      reevaluate(parseSuite(suite(bot.port, syntax, line)).suite, result);
    expect(await again(1)).toMatchObject({ status: 'passed', counts: { vacuous: 1 } });
    expect(await again(2)).toMatchObject({ status: 'failed' });
  });

  it('counts what was found before its worker was lost', async () => {
    await using bot = await serveAnswers({ text: 'x', note: 'a' }, { text: 'y', notes: 'b' });
    const text = suite(
      bot.port,
      2,
      '- test: A\n- one: x',
      check('note != secret').replace('A', 'B'),
    );
    const { events } = await runText(text, { tests: ['A'] });
    const { result } = await runText(text, {
      attempt: 2,
      alreadyFinished: new Map([[0, { outcome: 'passed', checks: 1 }]]),
      earlierEvents: events,
    });
    expect(result.tests.map(({ outcome }) => outcome)).not.toContain('failed');
  });
});
