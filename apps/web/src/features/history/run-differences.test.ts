import type { RunEnvironment } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { runDifferences } from './run-differences.ts';

const environment: RunEnvironment = {
  suiteVersion: 3,
  suiteVersionNow: 4,
  selectedTests: null,
  agent: null,
  channel: [
    { name: 'Kind', value: 'http' },
    { name: 'URL', value: 'https://bot.test' },
  ],
  device: [],
  environment: null,
  conversations: null,
  workerVersion: '0.1.0',
  workers: 1,
};

const run = { suiteName: 'Bank', device: null, label: null, environment: null, repeat: null };

describe('what differs between two runs', () => {
  it('is the version of the agent that they tested', () => {
    const first = { ...environment, agent: { name: 'Support', version: '1.0' } };
    const next = { ...environment, agent: { name: 'Support', version: null } };
    expect(runDifferences({ run, environment: first }, { run, environment: next })).toEqual([
      { name: 'Agent', before: 'Support, version 1.0', after: 'Support' },
    ]);
  });

  it('is nothing where all was the same, however old the suite is by now', () => {
    const later = { ...environment, suiteVersionNow: 9, workers: 2 };
    expect(runDifferences({ run, environment }, { run, environment: later })).toEqual([]);
  });

  it('names the judge where both runs had one', () => {
    const judged = (judge?: string) => ({ run, environment, judge });
    expect(runDifferences(judged('a'), judged('b'))).toEqual([
      { name: 'Judge', before: 'a', after: 'b' },
    ]);
    expect(runDifferences(judged('a'), judged('a'))).toEqual([]);
    expect(runDifferences(judged(), judged('b'))).toEqual([]);
  });

  it('names the values of the environments', () => {
    const inVersion = (version: number, api: string, secrets: string[]): RunEnvironment => ({
      ...environment,
      environment: {
        name: 'staging',
        version,
        versionNow: 9,
        variables: { api, same: 'x' },
        secrets,
      },
    });
    const where = { ...run, environment: 'staging' };
    expect(
      runDifferences(
        { run: where, environment: inVersion(1, 'https://a.test', ['token']) },
        { run: where, environment: inVersion(2, 'https://b.test', ['token', 'key']) },
      ),
    ).toEqual([
      { name: 'Environment values', before: 'Version 1', after: 'Version 2' },
      { name: 'Environment: api', before: 'https://a.test', after: 'https://b.test' },
      { name: 'Environment secrets', before: 'token', after: 'token, key' },
    ]);
  });

  it('names the suite, the device and settings, and what only one of them has', () => {
    const device = { id: 'd1', name: 'Caller', variables: {} };
    const later = {
      run: {
        suiteName: 'Bank 2',
        device,
        label: 'v2',
        environment: 'staging',
        repeat: { maxTries: 1 },
      },
      environment: {
        ...environment,
        suiteVersion: 4,
        channel: [
          { name: 'Kind', value: 'http' },
          { name: 'URL', value: 'https://staging.test' },
        ],
        device: [{ name: 'Locale', value: 'en-US' }],
      },
    };
    expect(runDifferences({ run, environment }, later)).toEqual([
      { name: 'Test suite', before: 'Bank', after: 'Bank 2' },
      { name: 'Suite version', before: '3', after: '4' },
      { name: 'Label', before: '–', after: 'v2' },
      { name: 'Environment', before: '–', after: 'staging' },
      { name: 'Tries', before: 'As the suite says', after: 'One' },
      { name: 'Virtual device', before: 'None', after: 'Caller' },
      { name: 'Channel: URL', before: 'https://bot.test', after: 'https://staging.test' },
      { name: 'Virtual device: Locale', before: '–', after: 'en-US' },
    ]);
  });
});
