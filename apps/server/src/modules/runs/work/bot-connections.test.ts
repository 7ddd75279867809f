import { projects, suites } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botSuiteSource, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { type CountingBot, startCountingBot } from '../../../test/counting-bot.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: CountingBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startCountingBot({ delayMs: 20 });
  app = await startTestApp({ reachable: [bot.address] });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

/** Creates a member of a new organization with a suite whose tests send the given name. */
async function createSpeaker(name: string): Promise<{ member: Member; suiteId: string }> {
  const { owner: member } = await createTenant(app, { name });
  const project = await member.call(projects.createProject, { body: { name } });
  const suite = { botUrl: bot.url, tests: 6, turns: 5, concurrency: 2 };
  const source = botSuiteSource(suite).replaceAll('When are you open?', name);
  const { body } = await member.call(suites.createSuite, {
    body: { name, projectId: project.body.id, platform: 'webchat', source },
  });
  return { member, suiteId: body.id };
}

async function run({ member, suiteId }: Awaited<ReturnType<typeof createSpeaker>>): Promise<void> {
  const { id } = await startRun(member, suiteId);
  expect(await untilEnded(member, id)).toMatchObject({ status: 'passed' });
}

const socketsOf = (name: string) =>
  new Set(bot.heard.filter(({ text }) => text === name).map(({ socket }) => socket));

describe('a connection to a bot', () => {
  it('stays within a run and is never used by another organization, at the same time or later', async () => {
    const [acme, other] = [await createSpeaker('Acme'), await createSpeaker('Other')];
    await Promise.all([run(acme), run(other)]);
    for (const one of [acme, other, acme]) await run(one);
    const [own, foreign] = [socketsOf('Acme'), socketsOf('Other')];
    expect([...own].filter((socket) => foreign.has(socket))).toEqual([]);
    // 30 turns each, most of them on an existing connection.
    expect(own.size).toBeLessThanOrEqual(3 * 6);
    expect(foreign.size).toBeLessThanOrEqual(2 * 6);
    for (const socket of [...own, ...foreign]) expect(socket.destroyed).toBe(true);
  });
});
