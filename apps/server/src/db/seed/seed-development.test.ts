import { identity, organizations, projects, suites } from '@parley/contract';
import { startDemoBot } from '@parley/demo-bot';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { emptyRunResult, foldEvent, parseSuite, type RunResult } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSource } from '../../modules/suites/suites.ts';
import { type Member, memberOf } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { demoSuites } from './demo-suites.ts';
import { developmentAccount, seedDevelopment } from './seed-development.ts';

type DemoBot = Awaited<ReturnType<typeof startDemoBot>>;

let app: TestApp;
let bot: DemoBot;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  bot = await startDemoBot({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await bot.close();
  await app.close();
});

async function signIn(): Promise<Member> {
  const { email, password } = developmentAccount;
  const headers = { origin: app.platform.config.publicUrl };
  const answer = await app.call(identity.signIn, { body: { email, password }, headers });
  expect(answer.status, answer.text).toBe(200);
  const { user, token } = answer.body;
  return memberOf(app, { userId: user.id, email, token }, 'default');
}

async function run(source: string): Promise<RunResult> {
  const { suite, problems } = parseSuite(source);
  expect(problems).toEqual([]);
  let result = emptyRunResult();
  const { host } = new URL(bot.url);
  await runSuite({
    suite,
    egress: createEgress({ allow: [host] }),
    signal: new AbortController().signal,
    emit: (event) => {
      result = foldEvent(result, event);
    },
  });
  return result;
}

describe('the organization for development', () => {
  it('has an account that signs in, people, projects and suites, and is made once', async () => {
    expect(await seedDevelopment(app.platform, bot.url)).toBe(true);
    expect(await seedDevelopment(app.platform, bot.url)).toBe(false);
    const developer = await signIn();
    const { body: organization } = await developer.call(organizations.getOrganization);
    expect(organization.name).toBe('Acme');
    expect(organization.members.map(({ role }) => role).sort()).toEqual([
      'admin',
      'member',
      'owner',
    ]);
    const { body: hierarchy } = await developer.call(projects.getProjectHierarchy);
    expect(
      hierarchy.flatProjects.map(({ name, testSuiteCount }) => `${name} ${testSuiteCount}`),
    ).toEqual(['Hotline 0', 'Parley Bank 4', 'Playground 0']);
    const { body: page } = await developer.call(suites.pageSuites, {
      query: { platform: 'phone' },
    });
    expect(page.pagination.total).toBe(1);
  });

  it.each(demoSuites('http://127.0.0.1:1').filter(({ platform }) => platform === 'webchat'))(
    'has a suite “$name” that passes against the demo bot',
    async ({ name }) => {
      const suite = demoSuites(bot.url).find((each) => each.name === name);
      const result = await run(suite?.source ?? '');
      expect(result.status, JSON.stringify(result, null, 1)).toBe('passed');
    },
  );
});

describe('the text that a new suite starts with', () => {
  it('passes against the demo bot', async () => {
    const result = await run(defaultSource('webchat', Number(new URL(bot.url).port)));
    expect(result.status, JSON.stringify(result, null, 1)).toBe('passed');
  });

  it('names no bot where the demo bot is switched off', () => {
    const { suite, problems } = parseSuite(defaultSource('webchat', null));
    expect(problems).toEqual([]);
    expect(suite.configuration.channel).toBeUndefined();
  });
});
