import { json } from 'node:stream/consumers';
import { foldEvents, parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { reevaluate } from '../reevaluate.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp } from '../test/servers.ts';
import { chooseJudge, createJudge, type JudgeSettings, judgeFingerprint } from './create-judge.ts';

interface Asked {
  authorization: string | undefined;
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
}

/** Serves a model that returns these answers in turn. */
async function serveModel(...contents: (string | number)[]) {
  return serveNamedModel(undefined, ...contents);
}

/** Serves a model that reports this name for itself. */
async function serveNamedModel(name: string | undefined, ...contents: (string | number)[]) {
  const asked: Asked[] = [];
  const server = await serveHttp(async (request, response) => {
    const body = (await json(request)) as Asked;
    const content = contents[asked.length % contents.length] ?? '';
    asked.push({ ...body, authorization: request.headers.authorization });
    if (typeof content === 'number') {
      if (content > 0) response.writeHead(content).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    const choices = [{ message: { role: 'assistant', content } }];
    response.end(JSON.stringify({ ...(name && { model: name }), choices }));
  });
  return { ...server, asked, url: `http://127.0.0.1:${server.port}/v1/chat/completions` };
}

const yes = '{"holds": true, "reason": "It says so."}';
const no = '```json\n{"holds": false, "reason": "It speaks of the weather."}\n```';

const closed = 'We are closed on Sundays.';

/** Runs one step against a bot that says that it is closed. */
async function ask(
  expectation: string,
  settings: Partial<JudgeSettings> | undefined,
  says = closed,
) {
  await using bot = await serveHttp((_, response) => response.end(says));
  const text = `configuration: { channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" } }\n---\n- test: A\n- Are you open?:\n  - ${expectation}\n`;
  const judge = settings && createJudge({ url: '', model: 'small', ...settings });
  const { result, events } = await runText(text, { judge });
  return { step: result.tests[0]?.steps[0], status: result.status, events, text };
}

it('a judge whose address answers with a web page is told of as that', async () => {
  await using portal = await serveHttp((_, response) =>
    response.end('<!doctype html><title>Sign in</title>'),
  );
  const { step } = await ask('prompt =? says that it is closed', {
    url: `http://127.0.0.1:${portal.port}/v1/chat/completions`,
  });
  expect(step?.failure).toMatchObject({
    code: 'judge-failed',
    message: 'The judge could not be asked: its address returned a web page (title "Sign in").',
  });
});

describe('a judge with a name', () => {
  async function run(judges: JudgeSettings[], { configuration = '', step = '', syntax = 2 } = {}) {
    await using bot = await serveHttp((_, response) => response.end(closed));
    const text = `configuration: { syntax: ${syntax}, ${configuration}channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" } }\n---\n- test: A\n- Are you open?:\n  - prompt =? says that it is closed\n${step}`;
    const { result } = await runText(text, { judge: chooseJudge(judges) });
    return { step: result.tests[0]?.steps[0], result, text };
  }

  it('is asked if a suite or a step names it, and says so in the verdict', async () => {
    await using lax = await serveModel(yes);
    await using strict = await serveModel(no);
    const judges = [
      { url: lax.url, model: 'lax' },
      { url: strict.url, model: 'strict', name: 'strict' },
    ];
    const byDefault = await run(judges);
    expect(byDefault.step).toMatchObject({ outcome: 'passed' });
    expect(byDefault.step?.verdicts[0]?.judge).not.toHaveProperty('name');
    const bySuite = { configuration: 'judge: strict, ' };
    const bySetting = { step: '  - set judge: strict\n' };
    for (const how of [bySuite, bySetting])
      expect((await run(judges, how)).step).toMatchObject({
        outcome: 'failed',
        verdicts: [{ judge: { name: 'strict' } }],
      });
    const back = await run(judges, { ...bySuite, step: '  - set judge: default\n' });
    expect(back.step?.outcome).toBe('passed');
    expect([lax.asked.length, strict.asked.length]).toEqual([2, 2]);
    // The first version of the syntax has no names.
    expect((await run(judges, { ...bySetting, syntax: 1 })).step?.outcome).toBe('passed');
  });

  it('is never replaced by another one', async () => {
    await using lax = await serveModel(yes);
    const judges = [{ url: lax.url, model: 'lax' }];
    const { step } = await run(judges, { configuration: 'judge: strict, ' });
    expect(step).toMatchObject({ outcome: 'error', failure: { code: 'no-judge' } });
    const alone = createJudge({ url: lax.url, model: 'lax' });
    const question = { said: '', actual: 'x', expected: ['y'], judge: 'strict' };
    await expect(alone(question)).rejects.toThrow('no judge named “strict”');
    expect(lax.asked).toHaveLength(0);
  });

  it('does not decide a re-evaluation for another one', async () => {
    await using lax = await serveModel(yes);
    const { result, text } = await run([{ url: lax.url, model: 'lax' }]);
    const same = await reevaluate(parseSuite(text).suite, result);
    expect(same.tests[0]?.outcome).toBe('passed');
    const other = text.replace('syntax: 2', 'syntax: 2, judge: strict');
    expect((await reevaluate(parseSuite(other).suite, result)).tests[0]).toMatchObject({
      outcome: 'error',
      failure: { message: 'Another judge read this reply.' },
    });
  });

  it('has the fingerprint of the same judge without a name', () => {
    const settings = { url: 'https://models.example/v1', model: 'small' };
    expect(judgeFingerprint({ ...settings, name: 'strict' } as JudgeSettings)).toBe(
      judgeFingerprint(settings),
    );
  });
});

describe('a judge', () => {
  it('decides by the meaning, is asked as its interface wants, and its reason is kept', async () => {
    await using model = await serveModel(yes);
    const { step } = await ask('prompt =? says that it is closed', { url: model.url, key: 'k1' });
    expect(step).toMatchObject({
      outcome: 'passed',
      verdicts: [
        {
          rule: 'prompt means "says that it is closed"',
          actual: 'We are closed on Sundays.',
          votes: [{ holds: true, reason: 'It says so.' }],
          hint: 'It says so.',
        },
      ],
    });
    expect(model.asked).toMatchObject([
      { authorization: 'Bearer k1', model: 'small', temperature: 0 },
    ]);
    expect(JSON.parse(model.asked[0]?.messages[1]?.content ?? '')).toEqual({
      said: 'Are you open?',
      reply: 'We are closed on Sundays.',
      expected: ['says that it is closed'],
    });
  });

  it.each([
    ['2 of 3 agree', [yes, no, yes], 2, 'passed'],
    ['1 of 3 agrees', [no, yes, no], 2, 'failed'],
    ['all have to agree and one does not', [yes, yes, no], 3, 'failed'],
    ['one vote fails and cannot turn it', [yes, 500, yes], 2, 'passed'],
  ])('counts votes: %s', async (_, contents, needed, outcome) => {
    await using model = await serveModel(...contents);
    const { step } = await ask('prompt =? is closed', { url: model.url, votes: 3, needed });
    expect(step?.outcome).toBe(outcome);
    expect(step?.verdicts[0]?.votes).toHaveLength(contents.filter((one) => one !== 500).length);
  });

  it.each([
    ['all agree that it is not there', [no, no, no], 3, 'passed', undefined],
    ['one of three finds it', [no, yes, no], 3, 'undecided', 'votes-disagree'],
    ['two of three find it', [yes, yes, no], 3, 'undecided', 'votes-disagree'],
    ['all find it', [yes, yes, yes], 3, 'failed', 'mismatch'],
    ['one vote fails and could have agreed', [no, no, 500], 3, 'undecided', 'votes-disagree'],
    ['one vote fails and cannot turn it', [no, 500, no], 2, 'passed', undefined],
    ['one vote fails and could turn it', [yes, 500, no], 2, 'error', 'judge-failed'],
    ['one vote is enough and finds it', [yes, no, no], 1, 'failed', 'mismatch'],
  ])('counts votes for what must not be said: %s', async (_, contents, needed, outcome, code) => {
    await using model = await serveModel(...contents);
    const { step } = await ask('prompt !=? is open', { url: model.url, votes: 3, needed });
    expect(step?.outcome).toBe(outcome);
    expect(step?.failure?.code).toBe(code);
  });

  it('can be turned round', async () => {
    await using model = await serveModel(yes);
    const { step } = await ask('prompt !=? speaks of the weather', { url: model.url });
    expect(step).toMatchObject({ outcome: 'failed', failure: { class: 'wrong' } });
  });

  it.each([
    ['prompt =? is closed', 'passed', 'It says so.', yes],
    ['prompt =? is closed', 'failed', 'first 16,000 of 16,027 characters', no],
    ['prompt !=? is closed', 'failed', 'It says so.', yes],
    ['prompt !=? is closed', 'failed', 'first 16,000 of 16,027 characters', no],
  ])(
    'is no judge of what it did not read: %s, %s, %s',
    async (expectation, outcome, hint, vote) => {
      await using model = await serveModel(vote);
      const says = `${'Hello. '.repeat(2_286)}${closed}`;
      const { step } = await ask(expectation, { url: model.url }, says);
      expect(step?.outcome).toBe(outcome);
      expect(step?.verdicts[0]?.hint).toContain(hint);
      expect(step?.verdicts[0]?.votes).toHaveLength(1);
      const { reply } = JSON.parse(model.asked[0]?.messages[1]?.content ?? '');
      expect(reply).toBe(says.slice(0, 16_000));
    },
  );

  it.each([
    ['$..text =? is closed', 'passed', 'It says so.', yes],
    ['$..text =? is closed', 'failed', 'first 100,000 values on the path', no],
    ['$..text !=? is closed', 'failed', 'It says so.', yes],
    ['$..text !=? is closed', 'failed', 'first 100,000 values on the path', no],
  ])('is no judge of what no path led to: %s, %s, %s', async (expectation, outcome, hint, vote) => {
    await using model = await serveModel(vote);
    const says = JSON.stringify({ text: 'Hello.', many: Array(100_000).fill(0), more: { closed } });
    const { step } = await ask(expectation, { url: model.url }, says);
    expect(step?.outcome).toBe(outcome);
    expect(step?.verdicts[0]?.hint).toContain(hint);
    expect(step?.verdicts[0]?.votes).toHaveLength(1);
  });

  it.each<[string, (string | number)[], string]>([
    ['answers nonsense', ['I think so, yes'], 'no judgement'],
    ['refuses the key', [401], '401'],
    ['does not answer in time', [0], 'in time'],
  ])('that %s makes the step an error of the configuration', async (_, contents, words) => {
    await using model = await serveModel(...contents);
    const { step } = await ask('prompt =? is closed', { url: model.url, timeoutMs: 300 });
    expect(step).toMatchObject({
      outcome: 'error',
      reply: { text: 'We are closed on Sundays.' },
      failure: { class: 'configuration', code: 'judge-failed' },
    });
    expect(step?.failure?.message).toContain(words);
  });

  it.each([
    '4/5',
    'four',
    '4.5',
    '0',
    '6',
    'I would say 4',
    '5 out of 10',
    'null',
    '[true]',
    '{"holds": 5}',
    '{"holds": 1}',
    '{"holds": 0}',
    '{"holds": "true"}',
    '{"holds": "4/5"}',
    '{"score": 5, "reason": "Fine."}',
    '{"holds": true} {"holds": false}',
  ])('that answers %s instead of yes or no has decided nothing', async (content) => {
    await using model = await serveModel(content);
    for (const expectation of ['prompt =? is closed', 'prompt !=? is closed']) {
      const { step } = await ask(expectation, { url: model.url });
      expect(step).toMatchObject({ outcome: 'error', failure: { code: 'judge-failed' } });
    }
  });

  it('that likes a reply does not make it come in time', async () => {
    await using model = await serveModel(yes);
    await using bot = await serveHttp((_, response) => {
      setTimeout(() => response.end('We are closed on Sundays.'), 300);
    });
    const { result } = await runText(
      `configuration: { channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" }, replyTimeout: 0.2 }\n---\n- test: A\n- Are you open?:\n  - prompt =? is closed\n`,
      { judge: createJudge({ url: model.url, model: 'small' }) },
    );
    expect(result.tests[0]?.steps[0]).toMatchObject({
      outcome: 'failed',
      failure: { class: 'silent', code: 'reply-late' },
    });
  });

  it('is missed where none is configured', async () => {
    const { step } = await ask('prompt =? is closed', undefined);
    expect(step?.failure).toMatchObject({ class: 'configuration', code: 'no-judge' });
  });

  it('is not asked again when a stored conversation is held against the same expectation', async () => {
    await using model = await serveModel(yes);
    const { events, text } = await ask('prompt =? is closed', { url: model.url });
    const stored = foldEvents(events);
    const again = await reevaluate(parseSuite(text).suite, stored);
    expect(again.tests[0]?.steps[0]?.verdicts[0]?.votes).toHaveLength(1);
    const other = parseSuite(text.replace('is closed', 'is open')).suite;
    expect((await reevaluate(other, stored)).tests[0]?.failure).toMatchObject({ code: 'no-judge' });
    expect(model.asked).toHaveLength(1);
  });
});

describe('the fingerprint of a judge', () => {
  const settings = { url: 'https://judge.example/v1/chat/completions', model: 'small' };
  const of = (change: Partial<JudgeSettings> = {}) => judgeFingerprint({ ...settings, ...change });

  it.each<[string, Partial<JudgeSettings>]>([
    ['another model', { model: 'large' }],
    ['rules of the project', { rubric: 'Be strict.' }],
    ['more votes', { votes: 3 }],
    ['more votes that have to agree', { votes: 3, needed: 3 }],
    ['another provider', { url: 'https://other.example/v1/chat/completions' }],
  ])('changes with %s', (_, change) => {
    expect(of(change)).not.toBe(of());
    if (change.needed) expect(of(change)).not.toBe(of({ votes: 3 }));
  });

  it('does not change with the key, the time limit, or a default that is written out', () => {
    expect(of({ key: 'k2', timeoutMs: 5 })).toBe(of());
    expect(of({ votes: 1, needed: 1, rubric: '  ' })).toBe(of());
    expect(of({ url: `${settings.url}?key=secret` })).toBe(of());
  });

  it('is kept with each verdict, and the name that the model gives itself', async () => {
    await using model = await serveNamedModel('small-2026-05', yes);
    const { step } = await ask('prompt =? is closed', { url: model.url, rubric: 'Be strict.' });
    const fingerprint = judgeFingerprint({ url: model.url, model: 'small', rubric: 'Be strict.' });
    expect(step?.verdicts[0]?.judge).toEqual({ fingerprint, models: ['small-2026-05'] });
    expect(model.asked[0]?.messages[0]?.content).toContain('Be strict.');
    expect(model.asked[0]?.messages[1]?.content).not.toContain('Be strict.');
  });
});
