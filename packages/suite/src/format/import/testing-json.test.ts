// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the file format has them.
import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
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

describe('the targets of testing.json', () => {
  const none = { ...suite, configuration: {} };
  const read = (settings: object, of = none) => {
    const { suite: merged, report } = importTestingJson(JSON.stringify(settings), of);
    return { ...merged.configuration, losses: report.losses.map(({ what }) => what) };
  };
  const selectors = {
    inputSelector: '.input textarea',
    replySelector: '.message.agent',
    widgetSelector: '.launcher',
  };

  it('are a channel where a number is called', () => {
    expect(read({ platform: 'phone', phoneNumber: '+1 202 555 0123' })).toEqual({
      platform: 'phone',
      channel: { kind: 'phone', to: '+1 202 555 0123' },
      losses: [],
    });
  });

  it.each([
    ['8004337300', 'en-US', '+18004337300'],
    ['1 (800) 433-7300', 'fr-CA', '+18004337300'],
    [8_004_337_300, undefined, '+18004337300'],
    ['sip:100@pbx.example', 'de-DE', 'sip:100@pbx.example'],
  ])('are called with their country code: %s in %s', (phoneNumber, locale, to) => {
    expect(read({ phoneNumber, ...(locale && { locale }) })).toMatchObject({
      channel: { kind: 'phone', to },
      losses: [],
    });
  });

  it('are taken over and told where a country code is missing', () => {
    const { channel, losses } = read({ phoneNumber: '030 123456', locale: 'de-DE' });
    expect(channel).toEqual({ kind: 'phone', to: '030 123456' });
    expect(losses).toEqual(['phoneNumber: "030 123456"']);
  });

  it.each([
    ['extraParameters', { extraParameters: { url: 'https://shop.example/', ...selectors } }],
    [
      'virtualDeviceConfig',
      { virtualDeviceConfig: { url: 'https://shop.example/', ...selectors } },
    ],
    ['no group', { url: 'https://shop.example/', ...selectors }],
  ])('are a channel where a page is opened: %s', (_, settings) => {
    expect(read(settings)).toEqual({
      channel: {
        kind: 'browser',
        url: 'https://shop.example/',
        open: ['.launcher'],
        input: '.input textarea',
        reply: '.message.agent',
      },
      losses: [],
    });
  });

  it('leave the settings beside them as they are, and told', () => {
    const extraParameters = { url: 'https://shop.example/', ...selectors, headless: 'false' };
    const { extra, losses } = read({
      extraParameters,
      virtualDeviceConfig: { url: 'https://b.example/' },
    });
    expect(extra).toEqual({ extraParameters: { headless: 'false' } });
    expect(losses).toEqual(['extraParameters: {"headless":"false"}']);
  });

  it.each<[string, object, string[]]>([
    [
      'a page without selectors',
      { url: 'https://shop.example/' },
      ['url: "https://shop.example/"'],
    ],
    [
      'a number that gets messages',
      { platform: 'sms', phoneNumber: '+12025550123' },
      ['phoneNumber: "+12025550123"', 'platform: "sms"'],
    ],
    [
      'selectors without a page',
      { extraParameters: { inputSelector: 'input' } },
      ['inputSelector: "input"'],
    ],
  ])('are told where they make no channel: %s', (_, settings, losses) => {
    const found = read(settings);
    expect(found.channel).toBeUndefined();
    expect(found.losses).toEqual(losses);
    expect(JSON.stringify(found.extra)).toContain(Object.keys(settings).at(-1));
  });

  it('give way to the channel of the suite, and are told unless they say the same', () => {
    const own = {
      ...none,
      configuration: { channel: { kind: 'phone', to: '+12025550123' } as const },
    };
    expect(read({ phoneNumber: '+12025550123' }, own)).toMatchObject({ losses: [] });
    const other = read({ phoneNumber: '+12025550199' }, own);
    expect(other.channel).toEqual(own.configuration.channel);
    expect(other.losses).toEqual(['phoneNumber: "+12025550199"']);
  });

  it('stand in the configuration of a suite as well, which wins', () => {
    const { suite: phone } = parseSuite(
      'configuration: { platform: phone, phoneNumber: "+12025550123" }\n---\n- $DIAL: hello\n',
    );
    expect(read({ phoneNumber: '+12025550199' }, phone)).toMatchObject({
      channel: { kind: 'phone', to: '+12025550123' },
      losses: [],
    });
  });

  it('may be a channel as Parley writes it, or be refused by its rules', () => {
    const channel = { kind: 'http', url: 'https://bot.example/' };
    expect(read({ channel, variables: { a: 'b' } })).toEqual({
      channel,
      variables: { a: 'b' },
      losses: [],
    });
    const { report } = importTestingJson('{"channel": {"kind": "http"}}', none);
    expect(report.losses).toMatchObject([
      { what: 'channel: {"kind":"http"}', reason: 'The channel has no url.' },
    ]);
  });

  it.each([
    { platform: 'phone', phoneNumber: '+12025550123' },
    { extraParameters: { headless: 'false', url: 'https://shop.example/', ...selectors } },
  ])('go back as they came: %j', (settings) => {
    const { suite: merged } = importTestingJson(JSON.stringify(settings), none);
    expect(JSON.parse(exportTestingJson(merged))).toEqual({ type: 'e2e', ...settings });
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
