/** Tests licenses of judges over HTTP, including errors in both directions. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  apiKeys,
  audit,
  judges as endpoints,
  judgeRepliesMax,
  projects,
  runs,
  suites,
} from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  judgeAnswers,
  judgeLabels,
  judgeMeasurements,
  judgeReplies,
} from '../../db/schema/judges.ts';
import { newId } from '../../platform/security/ids.ts';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { digestOf } from './collect-replies.ts';
import { insertReplies, putAnswer } from './judges.queries.ts';

interface Question {
  said: string;
  reply: string;
  expected: string[];
  /** Form in which the question was asked. */
  manner: { instructions: string; isReversed: boolean };
}

let model: Server;
let bot: Server;
let app: TestApp;
let tenant: Tenant;
let ada: Member;
let bob: Member;
/** Verdict of the judge, which is right unless a test changes this. */
let judgeOf: (question: Question) => boolean | 'nothing' | 'away';
let modelName: string;
/** Delays the replies of the model until it resolves. */
let pace: Promise<void> | undefined;
let asked: Question[] = [];
let conversations = 0;
let replyOf: (conversation: number) => string;

const isOpen = ({ reply }: Question) => !/closed/i.test(reply);

async function serve(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let botHost: string;

beforeAll(async () => {
  model = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: { content: string }[] };
    const read = JSON.parse(messages[1]?.content ?? '') as Omit<Question, 'manner'>;
    const isReversed = Object.keys(read)[0] === 'expected';
    const manner = { instructions: messages[0]?.content ?? '', isReversed };
    const question = { ...read, manner };
    asked.push(question);
    await pace;
    const said = judgeOf(question);
    if (said === 'away') return response.writeHead(503).end();
    const content = said === 'nothing' ? 'Hm.' : JSON.stringify({ holds: said, reason: 'So.' });
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ model: modelName, choices: [{ message: { content } }] }));
  });
  bot = createServer((_, response) => {
    conversations += 1;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: replyOf(conversations) }));
  });
  botHost = await serve(bot);
  app = await startTestApp({
    reachable: [botHost],
    settings: {
      PARLEY_EDITION: 'self-hosted',
      PARLEY_JUDGE_URL: `http://${await serve(model)}/v1`,
      PARLEY_JUDGE_MODEL: 'small',
    },
  });
  tenant = await createTenant(app);
  ada = tenant.owner;
  bob = await tenant.add('member');
});

afterAll(async () => {
  await app.close();
  model.close();
  bot.close();
});

beforeEach(() => {
  judgeOf = isOpen;
  pace = undefined;
  modelName = 'small-2026-05';
  asked = [];
  conversations = 0;
  replyOf = (at) => `We are open, says clerk ${at}.`;
});

let made = 0;

async function createProject(): Promise<string> {
  const body = { name: `Bank ${++made}` };
  return (await ada.call(projects.createProject, { body })).body.id;
}

const judge = async (projectId: string) =>
  (await ada.call(endpoints.getJudge, { params: { projectId } })).body;

const licence = async (projectId: string) => (await judge(projectId)).licence;

/** Adds replies to the queue as if they had been collected from runs. */
async function addReplies(
  projectId: string,
  texts: readonly string[],
  more: { expected?: string[]; language?: string } = {},
): Promise<void> {
  const scope = { db: app.platform.db, organizationId: tenant.organizationId };
  const rows = texts.map((reply) => {
    const { expected = ['says that it is open'], language = null } = more;
    const names = { suiteName: 'Hours', testName: 'Open', language };
    return { ...names, said: 'Open?', reply, expected, digest: digestOf({ reply, expected }) };
  });
  await insertReplies(scope, projectId, rows);
}

const closed = (count: number) =>
  Array.from({ length: count }, (_, at) => `We are closed, says clerk ${at}.`);
const open = (count: number) =>
  Array.from({ length: count }, (_, at) => `We are open, says clerk ${at}.`);

const queue = async (
  member: Member,
  projectId: string,
  show?: 'second' | 'disputed' | 'mistakes' | 'flipped',
) =>
  (
    await member.call(endpoints.listJudgedReplies, {
      params: { projectId },
      query: { limit: 100, ...(show && { show }) },
    })
  ).body.items;

const label = (
  member: Member,
  projectId: string,
  replyId: string,
  as: 'passed' | 'failed',
  settles?: boolean,
) =>
  member.call(endpoints.labelReply, {
    params: { projectId, replyId },
    body: { label: as, ...(settles && { settles }) },
  });

/** Labels all open replies correctly. */
async function labelAll(member: Member, projectId: string, show?: 'second'): Promise<void> {
  const items = await queue(member, projectId, show);
  for (const { id, reply } of items)
    await label(member, projectId, id, /closed/i.test(reply) ? 'failed' : 'passed');
}

/** Labels all replies directly in the database, for tests of later steps. */
async function labelQuickly(projectId: string): Promise<void> {
  const { db } = app.platform;
  const { organizationId } = tenant;
  const replies = await db.select().from(judgeReplies).where(eq(judgeReplies.projectId, projectId));
  const rows = replies.map(({ id, reply }) => ({
    id: newId(),
    organizationId,
    projectId,
    replyId: id,
    userId: ada.userId,
    label: /closed/i.test(reply) ? ('failed' as const) : ('passed' as const),
    isBlind: true,
  }));
  await db.insert(judgeLabels).values(rows).onConflictDoNothing();
}

async function labelled(failed: number, passed = 14): Promise<string> {
  const projectId = await createProject();
  await addReplies(projectId, [...closed(failed), ...open(passed)]);
  await labelQuickly(projectId);
  return projectId;
}

async function measure(projectId: string) {
  const { status, text } = await ada.call(endpoints.measureJudge, { params: { projectId } });
  if (status !== 202) throw new Error(text);
  for (;;) {
    const now = await judge(projectId);
    if (!now.measuring.isRunning) return now;
    await sleep(100);
  }
}

describe('the licence of a judge', () => {
  it('is given for 0 wrong of 59 replies that people failed, and not for 58', async () => {
    const projectId = await labelled(58);
    expect((await licence(projectId)).state).toBe('unmeasured');
    const short = await measure(projectId);
    expect(short.licence).toMatchObject({
      state: 'refused',
      why: expect.stringContaining('label 1 more replies that fail'),
      falsePasses: { wrong: 0, of: 58 },
    });
    await addReplies(projectId, ['Sorry, closed.']);
    await labelAll(ada, projectId);
    expect((await licence(projectId)).state).toBe('suspended');
    const { licence: given } = await measure(projectId);
    expect(given).toMatchObject({
      state: 'valid',
      why: null,
      models: ['small-2026-05'],
      falsePasses: { wrong: 0, of: 59, bound: expect.closeTo(0.0495, 4) },
      falseFailures: { wrong: 0, of: 14 },
      kappa: { kappa: 1 },
    });
    // The judge was asked about each label once, because a round resumes where it stopped.
    expect(asked).toHaveLength(73);
  });

  it('is refused to a judge that errs, with its mistakes', async () => {
    const projectId = await labelled(59);
    judgeOf = (question) => isOpen(question) || question.reply.includes('clerk 7.');
    const { licence: refused } = await measure(projectId);
    expect(refused).toMatchObject({ state: 'refused', falsePasses: { wrong: 1, of: 59 } });
    expect(refused.why).toContain('it was wrong 1 times');
    expect(await queue(ada, projectId, 'mistakes')).toMatchObject([
      { reply: 'We are closed, says clerk 7.', verdict: { answer: 'passed', reason: 'So.' } },
    ]);
  });

  it('is refused to a judge that fails everything, or knows replies of one kind', async () => {
    const projectId = await labelled(59);
    judgeOf = () => false;
    expect((await measure(projectId)).licence.state).toBe('refused');
    const oneKind = await labelled(59, 0);
    judgeOf = isOpen;
    expect((await measure(oneKind)).licence).toMatchObject({ state: 'refused', kappa: null });
  });

  it('counts a reply without an answer as an error, and keeps nothing of a judge that is away', async () => {
    const projectId = await labelled(59);
    judgeOf = () => 'away';
    const away = await measure(projectId);
    expect(away.measuring).toMatchObject({ answered: 0, failure: expect.stringContaining('503') });
    expect(away.licence.state).toBe('suspended');
    judgeOf = (question) => (question.reply.includes('clerk 7.') ? 'nothing' : isOpen(question));
    const { licence: refused } = await measure(projectId);
    expect(refused).toMatchObject({
      state: 'refused',
      falsePasses: { wrong: 1, of: 59 },
      matrix: { failed: { passed: 0, failed: 58, lost: 1 } },
    });
  });

  it('is suspended by another prompt or model, until it is measured on the same labels', async () => {
    const projectId = await labelled(59);
    expect((await measure(projectId)).licence.state).toBe('valid');
    const set = (body: object) =>
      ada.call(endpoints.setJudge, { params: { projectId }, body: body as never });
    const { body } = await set({ rubric: 'Be strict.' });
    expect(body).toMatchObject({ source: 'project', licence: { state: 'suspended' } });
    expect((await measure(projectId)).licence.state).toBe('valid');
    expect((await set({ rubric: 'Be strict.', model: 'large' })).body.licence.state).toBe(
      'suspended',
    );
    // Back to the settings that were measured.
    expect((await set({ rubric: 'Be strict.' })).body.licence.state).toBe('valid');
    expect((await set({ votes: 2, needed: 3 })).status).toBe(400);
    expect((await set({ rubric: 'x', version: 1 })).status).toBe(409);
  });

  it('does not count labels that the judge’s own rules quote', async () => {
    const projectId = await labelled(59);
    const quoted = 'Example of a wrong one: "WE ARE closed,  says clerk 3."';
    await ada.call(endpoints.setJudge, { params: { projectId }, body: { rubric: quoted } });
    const { licence: refused, replies } = await measure(projectId);
    expect(replies.inRubric).toBe(1);
    expect(refused).toMatchObject({ state: 'refused', falsePasses: { of: 58 } });
  });

  it('counts the same reply once, whatever its case and blanks', async () => {
    const projectId = await createProject();
    const many = Array.from({ length: 59 }, (_, at) => `We are${' '.repeat(at + 1)}CLOSED`);
    await addReplies(projectId, [...many, ...open(14)]);
    await labelQuickly(projectId);
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'refused',
      falsePasses: { of: 1 },
    });
  });

  it('is not gained by changing a label once the judge’s verdict is known', async () => {
    const projectId = await labelled(60);
    judgeOf = (question) => isOpen(question) || question.reply.includes('clerk 7.');
    await measure(projectId);
    const [mistake] = await queue(ada, projectId, 'mistakes');
    const id = mistake?.id ?? '';
    expect(
      (await ada.call(endpoints.removeLabel, { params: { projectId, replyId: id } })).status,
    ).toBe(409);
    await label(ada, projectId, id, 'passed');
    const after = await judge(projectId);
    expect(after.replies.disputed).toBe(1);
    expect(after.licence).toMatchObject({ state: 'refused', falsePasses: { wrong: 1, of: 60 } });
    expect((await label(ada, projectId, id, 'passed', true)).status).toBe(409);
    // With a second person of the same opinion, the label was the mistake.
    await label(bob, projectId, id, 'passed');
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'valid',
      falsePasses: { wrong: 0, of: 59 },
      falseFailures: { wrong: 0, of: 15 },
    });
  });

  it('does not rest on replies about which people disagree, until that is settled', async () => {
    const projectId = await labelled(59);
    const [first] = await queue(bob, projectId, 'second');
    expect(first).toMatchObject({ label: null });
    expect(JSON.stringify(first)).not.toContain('verdict');
    const closedOne = (await queue(bob, projectId, 'second')).find(({ reply }) =>
      reply.includes('closed'),
    );
    const id = closedOne?.id ?? '';
    await label(bob, projectId, id, 'passed');
    expect((await queue(ada, projectId, 'disputed')).map((one) => one.labels)).toEqual([
      { passed: 1, failed: 1 },
    ]);
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'refused',
      falsePasses: { of: 58 },
    });
    expect((await label(ada, projectId, id, 'failed', true)).status).toBe(204);
    expect((await measure(projectId)).licence.state).toBe('valid');
    const { body } = await ada.call(audit.listAudit, { query: { topic: 'suites', limit: 10 } });
    expect(body.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['judge.disagreement-settled', 'judge.measured']),
    );
  });

  it('is measured once, however many people start its first measurement at the same moment', async () => {
    const projectId = await labelled(4);
    const start = () => ada.call(endpoints.measureJudge, { params: { projectId } });
    const statuses = (await Promise.all([start(), start(), start(), start()])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([202, 409, 409, 409]);
  });

  it('is not gained by asking again until the answers please', async () => {
    const projectId = await labelled(59);
    await measure(projectId);
    const again = await ada.call(endpoints.measureJudge, { params: { projectId } });
    expect(again).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });

  it('is not gained by workers that overlap: the first answer to a label stays', async () => {
    const projectId = await labelled(1, 0);
    judgeOf = () => true;
    await measure(projectId);
    const { db } = app.platform;
    const [answer] = await db.select().from(judgeAnswers);
    const last = (
      await db.select().from(judgeMeasurements).where(eq(judgeMeasurements.projectId, projectId))
    )[0];
    const [reply] = await db
      .select()
      .from(judgeReplies)
      .where(eq(judgeReplies.projectId, projectId));
    const scope = { db, organizationId: tenant.organizationId };
    const again = {
      measurementId: last?.id ?? '',
      replyId: reply?.id ?? '',
      label: 'failed' as const,
      answer: 'failed' as const,
      reason: 'Second thoughts.',
      models: answer?.models ?? [],
    };
    await putAnswer(scope, again);
    expect((await licence(projectId)).falsePasses).toMatchObject({ wrong: 1, of: 1 });
    // A label that changed is another question.
    await putAnswer(scope, { ...again, label: 'passed', answer: 'passed' });
    expect((await licence(projectId)).falsePasses).toMatchObject({ of: 0 });
  });

  it('does not cover a model that replaced the measured one in the middle', async () => {
    const projectId = await labelled(59);
    await measure(projectId);
    modelName = 'small-2027-01';
    await addReplies(projectId, ['Sorry, closed.']);
    await labelAll(ada, projectId);
    // The new model answered about a single label.
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'valid',
      models: ['small-2026-05'],
      falsePasses: { wrong: 0, of: 60 },
    });
    const half = await labelled(40, 10);
    modelName = 'small-2026-05';
    await measure(half);
    modelName = 'small-2027-01';
    await addReplies(half, [
      ...Array.from({ length: 30 }, (_, at) => `Closed on day ${at}.`),
      ...Array.from({ length: 10 }, (_, at) => `Open on day ${at}.`),
    ]);
    await labelQuickly(half);
    expect((await measure(half)).licence).toMatchObject({
      state: 'suspended',
      why: expect.stringContaining('none of which answered about enough labels'),
    });
  });

  it('keeps as many replies as a project may have, and says so then', async () => {
    const projectId = await createProject();
    await addReplies(projectId, open(judgeRepliesMax - 1));
    const fetch = () => ada.call(endpoints.collectReplies, { params: { projectId } });
    expect((await fetch()).status).toBe(200);
    await addReplies(projectId, ['One more.']);
    expect(await fetch()).toMatchObject({ status: 409, error: { code: 'limit_reached' } });
  });

  it('may be measured by administrators, while every member labels', async () => {
    const projectId = await createProject();
    await addReplies(projectId, open(1));
    const [one] = await queue(bob, projectId);
    expect((await label(bob, projectId, one?.id ?? '', 'passed')).status).toBe(204);
    expect((await bob.call(endpoints.measureJudge, { params: { projectId } })).status).toBe(403);
    const body = { rubric: 'x' };
    expect((await bob.call(endpoints.setJudge, { params: { projectId }, body })).status).toBe(403);
    const replyId = one?.id ?? '';
    const elsewhere = { projectId: await createProject(), replyId };
    expect(
      (await ada.call(endpoints.labelReply, { params: elsewhere, body: { label: 'passed' } }))
        .status,
    ).toBe(404);
  });
});

describe('the stability of a judge', () => {
  /** Measures a judge that is right whenever a question has its usual form. */
  async function measured(failed = 59, passed = 14): Promise<string> {
    const projectId = await labelled(failed, passed);
    judgeOf = isOpen;
    expect((await measure(projectId)).licence.state).toBe('valid');
    asked = [];
    return projectId;
  }

  type Perturbation = 'repeat' | 'order' | 'length' | 'wording' | 'language';

  const start = (projectId: string, perturbations?: Perturbation[]) =>
    ada.call(endpoints.measureStability, {
      params: { projectId },
      body: perturbations ? { perturbations } : {},
    });

  async function steady(projectId: string, perturbations?: Perturbation[]) {
    const { status, text } = await start(projectId, perturbations);
    if (status !== 202) throw new Error(text);
    for (;;) {
      const now = await judge(projectId);
      if (!now.stability.isRunning) return now;
      await sleep(50);
    }
  }

  const of = (view: Awaited<ReturnType<typeof judge>>, name: Perturbation) =>
    view.stability.perturbations.find((one) => one.name === name);

  const isDoubled = ({ reply }: Question) => reply.split('\n\n').length > 1;

  it('is not measured with the errors, costs what it says, and leaves the licence of a steady judge', async () => {
    const projectId = await measured();
    const before = await judge(projectId);
    expect(before.licence.state).toBe('valid');
    expect(of(before, 'order')).toMatchObject({
      asked: 0,
      applicable: 73,
      isUnstable: false,
      cost: { requests: 73 },
    });
    const requests = before.stability.perturbations.map(({ cost }) => cost.requests);
    const view = await steady(projectId);
    expect(asked).toHaveLength(requests.reduce((sum, one) => sum + one, 0));
    expect(view.licence).toMatchObject({ state: 'valid', why: null });
    for (const name of ['repeat', 'order', 'length', 'wording'] as const)
      expect(of(view, name)).toMatchObject({
        asked: 73,
        failed: { wrong: 0, of: 59, bound: expect.closeTo(0.0495, 4) },
        passed: { wrong: 0, of: 14, bound: expect.closeTo(0.1926, 4) },
        isUnstable: false,
        cost: { requests: 0, tokens: 0 },
      });
    // The language of the replies is unknown.
    expect(of(view, 'language')).toMatchObject({ asked: 0, applicable: 0 });
    expect((await start(projectId)).status).toBe(409);
    // Each form differs from the usual one as documented, and in no other way.
    expect(new Set(asked.map((one) => one.manner.instructions)).size).toBe(2);
    expect(asked.filter(({ manner }) => manner.isReversed)).toHaveLength(73);
    expect(asked.filter(isDoubled)).toHaveLength(73);
  });

  it('gives no licence to a judge that is steadily wrong', async () => {
    const projectId = await labelled(59);
    judgeOf = () => true;
    expect((await measure(projectId)).licence.state).toBe('refused');
    const view = await steady(projectId);
    expect(of(view, 'order')).toMatchObject({ failed: { wrong: 0, of: 59 }, isUnstable: false });
    expect(view.licence).toMatchObject({ state: 'refused', falsePasses: { wrong: 59, of: 59 } });
  });

  it.each([
    ['length', (question: Question) => isOpen(question) || isDoubled(question), /twice in a row/],
    ['order', (question: Question) => isOpen(question) || question.manner.isReversed, /reverse/],
    [
      'wording',
      (question: Question) =>
        isOpen(question) || !question.manner.instructions.includes('You judge one'),
      /reworded/,
    ],
  ] as const)('suspends the licence of a judge that is swayed by %s', async (name, sway, why) => {
    const projectId = await measured();
    judgeOf = sway;
    const view = await steady(projectId);
    expect(view.licence).toMatchObject({
      state: 'suspended',
      why: expect.stringMatching(why),
      falsePasses: { wrong: 0, of: 59 },
    });
    expect(of(view, name)).toMatchObject({ failed: { wrong: 59 }, passed: { wrong: 0 } });
    expect(view.stability.perturbations.filter(({ isUnstable }) => isUnstable)).toHaveLength(1);
    const items = await queue(ada, projectId, 'flipped');
    expect(items).toHaveLength(59);
    expect(items[0]?.flips).toEqual([
      { perturbation: name, before: 'failed', answer: 'passed', reason: 'So.' },
    ]);
  });

  it('suspends the licence of a judge that changes its mind without a reason, or stops answering', async () => {
    const projectId = await measured();
    let count = 0;
    judgeOf = (question) => (count++ % 3 === 0) !== isOpen(question);
    expect((await steady(projectId, ['repeat'])).licence).toMatchObject({
      state: 'suspended',
      why: expect.stringContaining('asked the same thing again'),
    });
    const silent = await measured();
    judgeOf = (question) => (/clerk [0-4]\./.test(question.reply) ? 'nothing' : isOpen(question));
    const view = await steady(silent, ['wording']);
    expect(of(view, 'wording')).toMatchObject({
      failed: { wrong: 5, of: 59 },
      passed: { wrong: 5, of: 14 },
      isUnstable: true,
    });
  });

  it('does not get its licence back while more is asked', async () => {
    const projectId = await measured();
    judgeOf = (question) => isOpen(question) || question.manner.isReversed;
    expect((await steady(projectId, ['order'])).licence.state).toBe('suspended');
    let go = () => {};
    pace = new Promise((resolve) => {
      go = resolve;
    });
    expect((await start(projectId, ['repeat'])).body.licence.state).toBe('suspended');
    go();
  });

  it('forgives a judge few flips, and nothing that was seen', async () => {
    const projectId = await measured();
    const flips = (clerks: RegExp) => (question: Question) =>
      isOpen(question) || (isDoubled(question) && clerks.test(question.reply));
    judgeOf = flips(/clerk [1-4]\./);
    expect((await steady(projectId)).licence.state).toBe('valid');
    const five = await measured();
    judgeOf = flips(/clerk [1-5]\./);
    expect((await steady(five)).licence.state).toBe('suspended');
    // Disputing the labels does not make the judge more stable.
    for (const { id } of await queue(ada, five, 'flipped')) await label(bob, five, id, 'passed');
    expect(of(await judge(five), 'length')).toMatchObject({ failed: { wrong: 5, of: 59 } });
  });

  it('does not blame a judge for expectations that the change itself breaks', async () => {
    const projectId = await labelled(59);
    const short = ['Open.', 'We are open today.', 'It is open.'];
    await addReplies(projectId, short, { expected: ['says in one sentence that it is open'] });
    await addReplies(projectId, [`We are open. ${'Really. '.repeat(1100)}`]);
    await labelQuickly(projectId);
    judgeOf = isOpen;
    await measure(projectId);
    judgeOf = (question) =>
      isOpen(question) && !(isDoubled(question) && /sentence/.test(question.expected.join()));
    const view = await steady(projectId);
    expect(of(view, 'length')).toMatchObject({ applicable: 73, passed: { wrong: 0, of: 14 } });
    expect(of(view, 'order')).toMatchObject({ applicable: 77 });
    expect(view.licence.state).toBe('valid');
  });

  it('is measured in another language where the language of the reply is known', async () => {
    const projectId = await labelled(59);
    await addReplies(projectId, ['Wir haben offen (open).'], { language: 'de' });
    await addReplies(projectId, ['Sure, open.'], { language: 'en' });
    await addReplies(projectId, ['Igen, open.'], { language: 'hu' });
    await labelQuickly(projectId);
    await measure(projectId);
    asked = [];
    const view = await steady(projectId, ['language']);
    expect(of(view, 'language')).toMatchObject({ asked: 2, applicable: 2, isUnstable: false });
    expect(asked.every(({ manner }) => manner.instructions.includes('Chatbots'))).toBe(true);
  });

  it('keeps nothing of a judge that is away', async () => {
    const projectId = await measured();
    judgeOf = () => 'away';
    const view = await steady(projectId);
    expect(view.stability.failure).toContain('503');
    expect(of(view, 'repeat')).toMatchObject({ asked: 0 });
    expect(view.licence.state).toBe('valid');
  });

  it('can be cancelled, keeps what was seen, and goes on from there', async () => {
    const projectId = await measured();
    judgeOf = (question) => isOpen(question) || question.manner.isReversed;
    let go = () => {};
    pace = new Promise((resolve) => {
      go = resolve;
    });
    expect((await start(projectId, ['order'])).body.stability.isRunning).toBe(true);
    expect((await start(projectId)).status).toBe(409);
    expect((await ada.call(endpoints.measureJudge, { params: { projectId } })).status).toBe(409);
    const cancel = (member: Member) =>
      member.call(endpoints.cancelMeasurement, { params: { projectId } });
    expect((await cancel(bob)).status).toBe(403);
    while (asked.length === 0) await sleep(20);
    expect((await cancel(ada)).body.stability).toMatchObject({
      isRunning: false,
      failure: 'It was cancelled.',
    });
    expect((await cancel(ada)).status).toBe(409);
    go();
    for (; of(await judge(projectId), 'order')?.asked === 0; ) await sleep(20);
    const stopped = await judge(projectId);
    const answered = of(stopped, 'order')?.asked ?? 0;
    expect(answered).toBeLessThanOrEqual(8);
    // Known errors count although the measurement was stopped.
    expect(stopped.licence.state).toBe('suspended');
    asked = [];
    const view = await steady(projectId, ['order']);
    expect(asked).toHaveLength(73 - answered);
    expect(of(view, 'order')).toMatchObject({ asked: 73, failed: { wrong: 59, of: 59 } });
  });
});

describe('parley judge', () => {
  const program =
    process.env.PARLEY_TEST_CLI ??
    fileURLToPath(new URL('../../../../../packages/cli/src/main.ts', import.meta.url));
  let key: string;

  beforeAll(async () => {
    ({ key } = (await ada.call(apiKeys.createApiKey, { body: { name: 'CI' } })).body);
  });

  function start(...args: string[]) {
    const env = { ...process.env, NO_COLOR: '1', PARLEY_URL: app.url, PARLEY_API_KEY: key };
    return spawn(process.execPath, [program, 'judge', ...args], { env });
  }

  async function output(child: ReturnType<typeof start>) {
    const [[code], out, err] = await Promise.all([
      once(child, 'close') as Promise<[number]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, out, err };
  }

  const parley = (...args: string[]) => output(start(...args));

  it('tells the cost, measures, and exits with 0 for a licence alone', async () => {
    const projectId = await labelled(59);
    expect(await parley(projectId)).toMatchObject({
      code: 5,
      out: expect.stringContaining('unmeasured'),
    });
    const refused = await parley(projectId, '--measure', '--max-requests', '72');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('73 requests') });
    expect(asked).toHaveLength(0);
    const steady = await parley(projectId, '--measure', '--stability');
    expect(steady.err).toMatch(/This takes 73 requests to the model, about \d+ tokens/);
    expect(steady.err).toMatch(/This takes 292 requests/);
    expect(steady).toMatchObject({ code: 0 });
    expect(steady.out).toContain(
      'twice as long   changed 0 of 59 (at most 5.0%) that people failed',
    );
    expect(steady.out).toContain('other language  not measured');

    const swayed = await labelled(59);
    judgeOf = (question) => isOpen(question) || question.manner.isReversed;
    expect(await parley(swayed, '--measure', '--stability')).toMatchObject({
      code: 5,
      out: expect.stringMatching(/suspended[\s\S]*other order .*: unstable/),
    });
    const json = await parley(swayed, '--json');
    expect(JSON.parse(json.out).licence.state).toBe('suspended');
  });

  it('exits with 4 if the judge is away, and with 2 without a project', async () => {
    judgeOf = () => 'away';
    expect(await parley(await labelled(59), '--measure')).toMatchObject({
      code: 4,
      err: expect.stringContaining('503'),
    });
    expect(await parley('none')).toMatchObject({ code: 2 });
  });

  it('cancels the measurement at Ctrl-C', async () => {
    const projectId = await labelled(59);
    let go = () => {};
    pace = new Promise((resolve) => {
      go = resolve;
    });
    const child = start(projectId, '--measure');
    const result = output(child);
    while (asked.length === 0) await sleep(20);
    child.kill('SIGINT');
    expect((await result).code).toBe(130);
    go();
    expect((await judge(projectId)).measuring).toMatchObject({
      isRunning: false,
      failure: 'It was cancelled.',
    });
  });
});

const sourceOf = (tests: number, tries: number, locale = '') => `configuration:
  syntax: 2${locale && `\n  locale: ${locale}`}
  platform: webchat
  channel: { kind: http, url: "http://${botHost}/" }
  repeat: { tries: ${tries} }
---
${Array.from({ length: tests }, (_, at) => `- test: Open ${at + 1}\n- Are you open?:\n  - prompt =? says that it is open\n`).join('---\n')}`;

async function createSuite(
  projectId: string,
  tests: number,
  tries: number,
  locale?: string,
): Promise<string> {
  const body = { name: 'Hours', projectId, platform: 'webchat' as const };
  const stored = await ada.call(suites.createSuite, {
    body: { ...body, source: sourceOf(tests, tries, locale) },
  });
  if (stored.status !== 201) throw new Error(stored.text);
  return stored.body.id;
}

async function held(suiteId: string): Promise<string> {
  const { id } = await startRun(ada, suiteId);
  await untilEnded(ada, id);
  return id;
}

const gate = async (runId: string, baseline: string) => {
  const query = { baseline, noWorseBy: 0.4 };
  return (await ada.call(runs.judgeGate, { params: { runId }, query })).body;
};

describe('a gate on runs that a judge decided', () => {
  it('is decided by the licence of the judge that decided both, and by no other', async () => {
    const projectId = await createProject();
    const suiteId = await createSuite(projectId, 15, 5);
    // Three of four replies are wrong, so that one run provides labels of both kinds.
    replyOf = (at) => (at % 4 === 0 ? open(99)[at] : closed(99)[at]) ?? '';
    await held(suiteId);
    const { body: fetched } = await ada.call(endpoints.collectReplies, { params: { projectId } });
    expect(fetched).toEqual({ added: 75, runs: 1 });
    expect((await ada.call(endpoints.collectReplies, { params: { projectId } })).body.added).toBe(
      0,
    );
    const [first] = await queue(ada, projectId);
    expect(first).toMatchObject({ said: 'Are you open?', expected: ['says that it is open'] });
    expect(JSON.stringify(await queue(ada, projectId))).not.toMatch(/verdict|So\./);

    replyOf = (at) => `We are open, says clerk ${at}.`;
    const before = await held(suiteId);
    const after = await held(suiteId);
    const without = await gate(after, before);
    expect(without.verdict).toBe('undecided');
    expect(without.doubts.join()).toContain('label 59 more replies that fail');

    await labelQuickly(projectId);
    // 56 replies are closed, and 18 or 19 open.
    await addReplies(projectId, ['Closed.', 'All closed.', 'Closed, sorry.', 'Still closed.']);
    await labelAll(ada, projectId);
    expect((await measure(projectId)).licence.state).toBe('valid');
    const decided = await gate(after, before);
    expect(decided).toMatchObject({
      verdict: 'passed',
      doubts: [],
      judged: { candidate: { replies: 75, fulfilled: 75, corrected: { rate: 1 } } },
      judge: { models: ['small-2026-05'] },
    });
    expect(decided.rules[0]?.why).toContain('Since the errors of the judge');
    // A required rate needs no baseline.
    const alone = await ada.call(runs.judgeGate, {
      params: { runId: after },
      query: { rules: 'pass rate at least 85%' },
    });
    expect(alone.body).toMatchObject({ doubts: [], judge: { models: ['small-2026-05'] } });
    expect(alone.body.rules.map(({ why }) => why).join()).toContain('Since the judge errs');

    modelName = 'small-2027-01';
    const renamed = await held(suiteId);
    expect((await gate(renamed, before)).doubts.join()).toContain('small-2027-01');

    const body = { rubric: 'Be strict.' };
    await ada.call(endpoints.setJudge, { params: { projectId }, body });
    expect((await gate(after, before)).doubts.join()).toContain('the judge changed');
    await sleep(5);
    modelName = 'small-2026-05';
    expect((await measure(projectId)).licence.state).toBe('valid');
    expect((await gate(after, before)).doubts.join()).toContain(
      'the verdicts come from a different judge',
    );
  });

  it('goes by labels in the language of the suite, where that is known', async () => {
    const projectId = await createProject();
    await addReplies(projectId, [...closed(59), ...open(14)], { language: 'en' });
    await labelQuickly(projectId);
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'valid',
      languages: [{ language: 'en', name: 'English', state: 'valid' }],
    });
    const inLocale = async (locale?: string) => {
      const suiteId = await createSuite(projectId, 15, 5, locale);
      const [before, after] = [await held(suiteId), await held(suiteId)];
      return gate(after, before);
    };
    expect((await inLocale('en-GB')).verdict).toBe('passed');
    expect((await inLocale()).verdict).toBe('passed');
    const german = await inLocale('de-DE');
    expect(german.verdict).toBe('undecided');
    expect(german.doubts.join()).toMatch(/for replies in German: label 59 more replies that fail/);

    // The judge errs in German only: English keeps its license, although all labels together would not grant one.
    await addReplies(projectId, ['Zu (closed).', 'Jetzt zu (closed).'], { language: 'de' });
    await addReplies(projectId, ['Offen (open).'], { language: 'de' });
    await labelQuickly(projectId);
    judgeOf = (question) => isOpen(question) || /zu/i.test(question.reply);
    expect((await measure(projectId)).licence).toMatchObject({
      state: 'refused',
      languages: expect.arrayContaining([
        expect.objectContaining({ language: 'en', state: 'valid' }),
        expect.objectContaining({ language: 'de', state: 'refused' }),
      ]),
    });
    judgeOf = isOpen;
    expect((await inLocale('en')).verdict).toBe('passed');
    expect((await inLocale('de')).verdict).toBe('undecided');
    expect((await inLocale()).verdict).toBe('undecided');
  });

  it('learns the language of replies from the suite, also of those that were fetched before', async () => {
    const projectId = await createProject();
    await held(await createSuite(projectId, 2, 1));
    await ada.call(endpoints.collectReplies, { params: { projectId } });
    await labelQuickly(projectId);
    expect((await licence(projectId)).languages).toEqual([]);
    conversations = 0;
    await held(await createSuite(projectId, 2, 1, 'DE-at'));
    const { body } = await ada.call(endpoints.collectReplies, { params: { projectId } });
    expect(body.added).toBe(0);
    expect((await licence(projectId)).languages).toMatchObject([{ language: 'de' }]);
  });

  it('is undecided with the licence of another project', async () => {
    const licensed = await labelled(59);
    expect((await measure(licensed)).licence.state).toBe('valid');
    const suiteId = await createSuite(await createProject(), 15, 5);
    const [before, after] = [await held(suiteId), await held(suiteId)];
    expect((await gate(after, before)).verdict).toBe('undecided');
  });
});
