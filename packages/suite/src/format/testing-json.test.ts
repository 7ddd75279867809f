// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file format has them.
import { describe, expect, it } from 'vitest';
import { parseSuite } from './parse.ts';
import { printSuite } from './print.ts';
import { exportTestingJson, importTestingJson } from './testing-json.ts';

const { suite } = parseSuite('configuration:\n  locale: de-DE\n---\n- test: A\n- hi: hallo\n');

const testingJson = {
  type: 'e2e',
  platform: 'twilio',
  locale: 'en-US',
  voiceId: 'Joey',
  lenientMode: true,
  stopTestOnFailure: true,
  maxResponseWaitTime: 20_000,
  retryNumber: 2,
  homophones: { two_hills: ['tools', 'to ills'] },
  findReplace: { INVOCATION: 'my skill' },
  virtualDeviceToken: { twilio: { 'en-US': 'token' } },
  extraParameters: { sttThreshold: 0.9 },
  fuzzyThreshold: 'high',
};

describe('importTestingJson', () => {
  it('reads what Parley has a meaning for, and lets the file beside it win', () => {
    const { suite: merged } = importTestingJson(JSON.stringify(testingJson), suite);
    expect(merged.configuration).toEqual({
      platform: 'phone',
      locale: 'de-DE',
      voiceId: 'Joey',
      lenient: true,
      stopOnFailure: true,
      replyTimeoutMs: 20_000,
      retries: 2,
      homophones: { two_hills: ['tools', 'to ills'] },
      findReplace: { INVOCATION: 'my skill' },
      extra: {
        type: 'e2e',
        virtualDeviceToken: { twilio: { 'en-US': 'token' } },
        extraParameters: { sttThreshold: 0.9 },
      },
    });
  });

  it('tells what it could not carry over', () => {
    const { report } = importTestingJson(JSON.stringify(testingJson), suite);
    expect(report).toMatchObject({ tests: 1, interactions: 1 });
    expect(report.losses.map(({ what }) => what.split(':')[0])).toEqual([
      'virtualDeviceToken',
      'extraParameters',
      'fuzzyThreshold',
    ]);
  });

  it.each([
    [80, undefined],
    [-0.1, undefined],
    [1, 1],
    [0, 0],
  ])('takes a fuzzyThreshold as a configuration does: %d', (fuzzyThreshold, taken) => {
    const { suite: merged, report } = importTestingJson(JSON.stringify({ fuzzyThreshold }), suite);
    expect(merged.configuration.fuzzyThreshold).toBe(taken);
    expect(report.losses).toHaveLength(taken === undefined ? 1 : 0);
  });

  it('takes the environment for its variables, and nothing where there is none', () => {
    const json = '{ "voiceId": "${VOICE}", "locale": "${NOBODY}" }';
    const { suite: merged } = importTestingJson(
      json,
      { ...suite, configuration: {} },
      { VOICE: 'a"b' },
    );
    expect(merged.configuration).toEqual({ voiceId: 'a"b', locale: '' });
  });

  it.each(['', '[]', 'null', '{', '{"__proto__": {"polluted": true}}'])('survives %j', (json) => {
    const { suite: merged, report } = importTestingJson(json, suite);
    expect(merged.configuration).toEqual(suite.configuration);
    expect(report.losses).toHaveLength(1);
  });

  it('gives a suite that can be printed and read again', () => {
    const { suite: merged } = importTestingJson(JSON.stringify(testingJson), suite);
    expect(parseSuite(printSuite(merged))).toEqual({ suite: merged, problems: [] });
  });
});

describe('exportTestingJson', () => {
  it('writes what was read, under the names of the other tool', () => {
    const { suite: merged } = importTestingJson(JSON.stringify(testingJson), suite);
    const { fuzzyThreshold: _, ...carried } = testingJson;
    expect(JSON.parse(exportTestingJson(merged))).toEqual({
      ...carried,
      platform: 'phone',
      locale: 'de-DE',
    });
  });
});
