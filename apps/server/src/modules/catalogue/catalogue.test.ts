import { catalogue as endpoints } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_DEMO_BOT: 'on',
      PARLEY_DEMO_BOT_PORT: '4567',
      PARLEY_INTERCOM_APP_ID: 'chat-of-acme',
    },
  });
  user = await app.signUp();
});

afterAll(() => app.close());

describe('the settings', () => {
  it('[A-327, A-328, A-329, A-330] come whole or in parts', async () => {
    const { body: whole } = await app.call(endpoints.getSettings, { token: user.token });
    const { token } = user;
    for (const part of [whole.plans, whole.locales, whole.voices]) expect(part).not.toEqual([]);
    expect((await app.call(endpoints.listPlans, { token })).body).toEqual(whole.plans);
    expect((await app.call(endpoints.listLocales, { token })).body).toEqual(whole.locales);
    expect((await app.call(endpoints.listVoices, { token })).body).toEqual(whole.voices);
  });

  it('[A-331] name the support chat that is configured', async () => {
    const answer = await app.call(endpoints.getIntercomSettings, { token: user.token });
    expect(answer.body).toEqual({ appId: 'chat-of-acme' });
  });

  it('need a session', async () => {
    for (const endpoint of [
      endpoints.getSettings,
      endpoints.listPlans,
      endpoints.listLocales,
      endpoints.listVoices,
      endpoints.getIntercomSettings,
    ])
      expect((await app.call(endpoint, {})).status).toBe(401);
  });

  it('[A-169] hold every plan with its platforms', async () => {
    const { body } = await app.call(endpoints.listPlans, { token: user.token });
    expect(body.map(({ id }) => id)).toEqual([...endpoints.planIds]);
    expect(body.find(({ id }) => id === 'contact-centers')?.name).toBe('Contact Centers');
    const platforms = body.map(({ id, benefits }) => [id, benefits.platforms]);
    expect(Object.fromEntries(platforms)).toEqual({
      trial: ['phone', 'webchat'],
      startup: ['phone', 'webchat'],
      'contact-centers': ['phone', 'webchat'],
      enterprise: endpoints.providerPlatforms,
      'self-hosted': endpoints.providerPlatforms,
    });
  });

  it('[A-170, A-174, A-175] hold 40 locales or more with real voices', async () => {
    const { body: locales } = await app.call(endpoints.listLocales, { token: user.token });
    expect(locales.length).toBeGreaterThanOrEqual(40);
    expect(new Set(locales.map(({ id }) => id)).size).toBe(locales.length);
    const english = locales.find(({ id }) => id === 'en-US');
    expect(english).toMatchObject({ label: 'English (United States)', defaultVoice: 'Joanna' });
    expect(english?.alexa.voices).toContainEqual({ id: 'Matthew', provider: 'Amazon Polly' });
    expect(english?.google.voices).toContainEqual({
      id: 'en-US-Wavenet-D',
      provider: 'Google Cloud Text-to-Speech',
    });
    expect(english?.watson.voices).toContainEqual({
      id: 'en-US_AllisonV3Voice',
      provider: 'Watson Text-to-Speech',
    });
  });

  it('[A-171, A-172] hold the voices of each provider in each locale', async () => {
    const { body: locales } = await app.call(endpoints.listLocales, { token: user.token });
    for (const locale of locales)
      for (const platform of endpoints.providerPlatforms)
        expect(Array.isArray(locale[platform].voices), `${locale.id} ${platform}`).toBe(true);
    const makers = endpoints.providerPlatforms.map((platform) => {
      const english = locales.find(({ id }) => id === 'en-US');
      return [platform, [...new Set(english?.[platform].voices.map(({ provider }) => provider))]];
    });
    const all = ['Amazon Polly', 'Google Cloud Text-to-Speech', 'Watson Text-to-Speech'];
    expect(Object.fromEntries(makers)).toEqual({
      alexa: [all[0]],
      google: [all[1]],
      watson: [all[2]],
      phone: all,
      webchat: [],
    });
  });

  it('[A-330] offer the default voice of each locale on the phone, and each voice in the list of all', async () => {
    const { body } = await app.call(endpoints.getSettings, { token: user.token });
    const known = new Set(body.voices.map(({ id }) => id));
    expect(known.size).toBe(body.voices.length);
    for (const { id, defaultVoice, phone } of body.locales) {
      const ids = phone.voices.map((voice) => voice.id);
      expect(ids, id).toContain(defaultVoice);
      expect(new Set(ids).size, id).toBe(ids.length);
      for (const voice of ids) expect(known).toContain(voice);
    }
  });

  it('[A-173] mark where a provider has no voice for a locale', async () => {
    const { body } = await app.call(endpoints.listLocales, { token: user.token });
    const welsh = body.find(({ id }) => id === 'cy-GB');
    expect(welsh?.google).toEqual({ voices: [], disabled: true });
    expect(welsh?.alexa.disabled).toBe(false);
  });
});

describe('the installation', () => {
  it('shows its version and addresses to anybody', async () => {
    const { body } = await app.call(endpoints.getInstallation, {});
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      publicUrl: app.platform.config.publicUrl,
      demoBotUrl: 'http://127.0.0.1:4567/message',
      utilitiesUrl: null,
    });
  });
});
