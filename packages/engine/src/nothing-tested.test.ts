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

  it('is an error in both versions where every test ends before its first assertion', async () => {
    const tests = '- test: A\n- hi:\n  - exit\n- more: open';
    for (const syntax of [1, 2]) {
      expect(await hold(tests, { syntax })).toMatchObject(nothing('no assertion was evaluated'));
    }
  });

  it('is an error in version 2 for a suite without an assertion', async () => {
    const result = await hold('- test: A\n- hi', { syntax: 2 });
    expect(result).toMatchObject(nothing('no assertion was evaluated'));
  });

  it('passes in version 1, as it did, for a suite without an assertion, and is counted', async () => {
    expect(await hold('- test: A\n- hi')).toMatchObject({
      status: 'passed',
      counts: { unasserted: 1 },
    });
  });

  it('is an error where no test has a step', async () => {
    expect(await hold('- test: A')).toMatchObject(nothing('no test has any steps'));
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
