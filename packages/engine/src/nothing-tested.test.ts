import { describe, expect, it } from 'vitest';
import { runText } from './test/run-text.ts';
import { serveHttp } from './test/servers.ts';

async function hold(tests: string, { syntax = 1, quarantined = [] as string[] } = {}) {
  await using bot = await serveHttp((request, response) => {
    request.resume();
    response.end('We are closed');
  });
  const text = `configuration: { syntax: ${syntax}, channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" } }\n---\n${tests}`;
  const { result } = await runText(text, { quarantined: new Set(quarantined) });
  return result;
}

const nothing = (reason: string) => ({
  status: 'error',
  failure: {
    class: 'configuration',
    code: 'nothing-tested',
    message: `Nothing was tested: ${reason}.`,
  },
});

describe('a run in which nothing was tested', () => {
  it('is an error where all tests are skipped', async () => {
    expect(await hold('- test.skip: A\n- hi: closed')).toMatchObject(
      nothing('all tests are skipped'),
    );
  });

  it('is an error where all tests are in quarantine, however they ended', async () => {
    for (const expected of ['closed', 'open']) {
      const result = await hold(`- test: A\n- hi: ${expected}`, { quarantined: ['A'] });
      expect(result).toMatchObject(nothing('all tests are in quarantine'));
    }
  });

  it.each([
    ['without an assertion', '- test: A\n- hi'],
    ['that exits before its first assertion', '- test: A\n- hi:\n  - exit\n- more: open'],
  ])('is an error in version 2 for a suite %s', async (_, tests) => {
    expect(await hold(tests, { syntax: 2 })).toMatchObject(nothing('no assertion was evaluated'));
  });

  it.each([
    ['without an assertion', '- test: A\n- hi'],
    ['that exits before its first assertion', '- test: A\n- hi:\n  - exit\n- more: open'],
  ])('passes in version 1 as it did for a suite %s, and is counted', async (_, tests) => {
    expect(await hold(tests)).toMatchObject({ status: 'passed', counts: { unasserted: 1 } });
  });
});

describe('a run in which something was tested', () => {
  it('passes, and counts the tests beside it that assert nothing', async () => {
    const result = await hold('- test: A\n- hi: closed\n---\n- test: B\n- hi', { syntax: 2 });
    expect(result).toMatchObject({ status: 'passed', counts: { unasserted: 1 } });
  });

  it('counts the tests that only left out, and not those that skip themselves', async () => {
    const result = await hold(
      '- test.only: A\n- hi: closed\n---\n- test: B\n- hi: open\n---\n- test.skip: C\n- hi',
    );
    expect(result).toMatchObject({
      status: 'passed',
      counts: { passed: 1, skipped: 2, leftOutByOnly: 1 },
    });
  });

  it('stays failed where a test failed', async () => {
    const result = await hold('- test: A\n- hi: open', { syntax: 2 });
    expect(result.status).toBe('failed');
    expect(result.failure).toBeUndefined();
  });
});
