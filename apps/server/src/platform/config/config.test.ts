import { describe, expect, it } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demoBotPort: 3001,
      egressAllow: [],
      newEgress: 'all',
      intercomAppId: null,
    });
  });

  it.each([
    ['nobody', 'off', []],
    ['*', 'off', ['*']],
    ['Acme.com, navy.example', 'on', ['acme.com', 'navy.example']],
  ])('lets %s sign up', (PARLEY_SIGN_UP, PARLEY_VERIFY_EMAIL, expected) => {
    expect(readConfig({ PARLEY_SIGN_UP, PARLEY_VERIFY_EMAIL }).signUpFor).toEqual(expected);
  });

  it.each([
    ['acme.com', 'off', /PARLEY_SIGN_UP=acme\.com needs PARLEY_VERIFY_EMAIL=on/],
    ['acme', 'on', /PARLEY_SIGN_UP: must be/],
    ['acme.com, *', 'on', /PARLEY_SIGN_UP: must be/],
    ['ada@acme.com', 'on', /PARLEY_SIGN_UP: must be/],
  ])('refuses %s as those who may sign up', (PARLEY_SIGN_UP, PARLEY_VERIFY_EMAIL, message) => {
    expect(() => readConfig({ PARLEY_SIGN_UP, PARLEY_VERIFY_EMAIL })).toThrow(message);
  });

  it.each([
    ['*', 'acme.com=ID'],
    ['nobody', 'acme.com'],
    ['Acme.com', 'acme.com, acme.org=ID'],
  ])(
    'where %s may sign up, lets an operator vouch for %s',
    (PARLEY_SIGN_UP, PARLEY_SSO_DOMAINS) => {
      const PARLEY_VERIFY_EMAIL = 'on';
      const read = () => readConfig({ PARLEY_SIGN_UP, PARLEY_SSO_DOMAINS, PARLEY_VERIFY_EMAIL });
      expect(read).not.toThrow();
    },
  );

  it.each(['acme.com', 'acme.org=ID, acme.com', 'acme.com='])(
    'vouches for nobody in particular by %s where strangers may sign up',
    (PARLEY_SSO_DOMAINS) => {
      expect(() => readConfig({ PARLEY_SSO_DOMAINS })).toThrow(StartError);
      expect(() => readConfig({ PARLEY_SSO_DOMAINS })).toThrow(/acme\.com=ID.*PARLEY_SIGN_UP/);
    },
  );

  it('reads lists, switches and addresses', () => {
    const config = readConfig({
      PARLEY_EGRESS_ALLOW: ' 127.0.0.1:4010, 10.0.0.0/8:443 ,',
      PARLEY_DEMO_BOT: 'off',
      PARLEY_PUBLIC_URL: 'https://parley.example/',
      SMTP_URL: '',
    });
    expect(config).toMatchObject({
      egressAllow: ['127.0.0.1:4010', '10.0.0.0/8:443'],
      demoBotPort: null,
      publicUrl: 'https://parley.example',
      docsUrl: 'https://parley.example/guide/',
      smtpUrl: undefined,
    });
  });

  it.each(['https://judge.example/v1', 'https://judge.example/v1/chat/completions'])(
    'finds the judge at %s',
    (PARLEY_JUDGE_URL) => {
      expect(readConfig({ PARLEY_JUDGE_URL }).judge?.url).toBe(
        'https://judge.example/v1/chat/completions',
      );
    },
  );

  it.each([
    ['PARLEY_JUDGE_URL', 'judge.example'],
    ['PARLEY_JUDGE_URL', 'https://judge.example/v1/models'],
    ['PORT', 'three thousand'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/parley'],
    ['SMTP_URL', 'localhost:25'],
    ['PARLEY_SECRET', 'short'],
    ['PARLEY_TWILIO_ACCOUNT_SID', 'me'],
    ['PARLEY_TWILIO_FROM', '0202 555'],
    ['PARLEY_TWILIO_STREAM_URL', 'https://calls.example/'],
    ['PARLEY_TWILIO_STREAM_URL', 'ws://calls.example/'],
    ['PARLEY_TWILIO_STREAM_URL', 'wss://calls.example/?a=b'],
    ['PARLEY_PUBLIC_URL', 'parley.example'],
    ['PARLEY_DEMO_BOT', 'yes'],
    ['PARLEY_RUN_SLOTS', '0'],
    ['PARLEY_EGRESS_ALLOW', '127.0.0.1'],
    ['PARLEY_EGRESS_ALLOW', '10.0.0.0/99:443'],
    ['PARLEY_TRUSTED_PROXIES', 'proxy.internal'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['PARLEY_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['PARLEY_LOAD_TARGETS', 'bank.example'],
    ['PARLEY_LOAD_TARGETS', 'https://bank.example:443'],
    ['PARLEY_PHONE_ALLOW', 'hello'],
    ['PARLEY_PHONE_ALLOW', '+1 202 555 0123'],
    ['PARLEY_PHONE_ALLOW', 'sips:100@pbx.example.com'],
    ['PARLEY_MAIL_FROM', 'Parley'],
    ['PARLEY_MAIL_FROM', 'Parley <parley>'],
    ['PARLEY_OPERATORS', 'example.org'],
    ['PARLEY_OPERATORS', '*'],
    ['PARLEY_METRICS_TOKEN', 'short'],
    ['PARLEY_DRAIN_SECONDS', '60'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^The configuration is not valid:\n  ${name}: `));
  });

  it.each([
    ['PARLEY_EGRESS_ALLOW', 'rasa_bot:5005, [fd00::/8]:*'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.7, 10.0.0.0/8, fd00::/8, loopback'],
    ['PARLEY_LOAD_TARGETS', 'bank.example:443, 127.0.0.1:4010, [::1]:4010'],
    ['PARLEY_PHONE_ALLOW', '+12025550123, +1202*, sip:*@pbx.example.com:5060, *'],
    ['PARLEY_MAIL_FROM', 'parley@bank.example'],
    ['PARLEY_MAIL_FROM', '"Parley, tests" <parley@bank.example>'],
  ])('takes %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  const stripe = { PARLEY_STRIPE_SECRET_KEY: 'sk_test_1', PARLEY_STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  it.each([
    ['a secret alone', { PARLEY_STRIPE_SECRET_KEY: 'sk_test_1' }, /need PARLEY_STRIPE_SECRET_KEY/],
    ['no plan of ours', { ...stripe, PARLEY_STRIPE_PRICES: 'gold=price_1' }, /“gold=price_1”/],
    ['the trial', { ...stripe, PARLEY_STRIPE_PRICES: 'trial=price_1' }, /“trial=price_1”/],
    ['no price', { ...stripe, PARLEY_STRIPE_PRICES: 'startup' }, /“startup” is not PLAN=price_…/],
  ])('refuses payments with %s', (_, settings, message) => {
    expect(() => readConfig(settings)).toThrow(message);
  });

  it('reads the Stripe settings', () => {
    const config = readConfig({
      ...stripe,
      PARLEY_STRIPE_PRICES: 'startup=price_1',
      PARLEY_EDITION: 'hosted',
    });
    expect([...(config.stripe?.prices ?? [])]).toEqual([['startup', 'price_1']]);
    expect(config.stripe?.url.href).toBe('https://api.stripe.com/');
  });

  it('opens private addresses to new organizations only if configured', () => {
    const newEgressOf = (environment: Record<string, string>) => readConfig(environment).newEgress;
    expect(newEgressOf({ PARLEY_EDITION: 'hosted' })).toBe('none');
    expect(newEgressOf({ PARLEY_EDITION: 'hosted', PARLEY_EGRESS_NEW: 'all' })).toBe('all');
    expect(newEgressOf({ PARLEY_EGRESS_NEW: 'none' })).toBe('none');
    expect(() => readConfig({ PARLEY_EGRESS_NEW: 'some' })).toThrow(/PARLEY_EGRESS_NEW/);
  });

  it('requires an edition if plans are sold, and follows it', () => {
    const selling = { ...stripe, PARLEY_STRIPE_PRICES: 'startup=price_1' };
    expect(() => readConfig(selling)).toThrow(
      /^Payments by Stripe need PARLEY_EDITION\. Set PARLEY_EDITION=hosted where .+, PARLEY_EDITION=self-hosted where /,
    );
    for (const name of ['hosted', 'self-hosted'] as const)
      expect(readConfig({ ...selling, PARLEY_EDITION: name }).edition.name).toBe(name);
  });

  it('is self-hosted unless told otherwise, with the optional areas on for everybody', () => {
    const settings = {
      PARLEY_LOAD_TESTING_FOR: 'ann@acme.test, acme.test',
      PARLEY_EXPLORATORY_TESTING_FOR: 'nobody',
    };
    const areasOf = (environment: Record<string, string>) => {
      const { loadTestingFor, exploratoryTestingFor } = readConfig(environment);
      return [loadTestingFor, exploratoryTestingFor];
    };
    expect(readConfig({}).edition.name).toBe('self-hosted');
    expect(areasOf({})).toEqual([['*'], ['*']]);
    expect(areasOf({ PARLEY_EDITION: 'hosted' })).toEqual([[], []]);
    for (const name of ['hosted', 'self-hosted'])
      expect(areasOf({ ...settings, PARLEY_EDITION: name })).toEqual([
        ['ann@acme.test', 'acme.test'],
        ['nobody'],
      ]);
    expect(() => readConfig({ PARLEY_EDITION: 'saas' })).toThrow(/PARLEY_EDITION/);
  });

  it('takes an account of Twilio with all that belongs to it', () => {
    const account = { PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` };
    expect(() => readConfig(account)).toThrow(/needs PARLEY_TWILIO_AUTH_TOKEN/);
    const { phone } = readConfig({
      ...account,
      PARLEY_TWILIO_AUTH_TOKEN: 'token',
      PARLEY_TWILIO_FROM: '+12025550123',
      PARLEY_TWILIO_STREAM_URL: 'wss://calls.example/',
    });
    expect(phone.twilio).toMatchObject({ port: 3002, streamUrl: 'wss://calls.example/' });
  });

  it('has traces where somebody collects them and they are not switched off', () => {
    const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
    expect(readConfig({}).hasTraces).toBe(false);
    expect(readConfig(collected).hasTraces).toBe(true);
    expect(readConfig({ ...collected, OTEL_SDK_DISABLED: 'true' }).hasTraces).toBe(false);
  });

  it('shows metrics to the network for a token only', () => {
    const open = { HOST: '0.0.0.0', PARLEY_METRICS_PORT: '9464' };
    expect(() => readConfig(open)).toThrow(/Set PARLEY_METRICS_TOKEN as well/);
    const token = 'a-token-of-prometheus';
    expect(readConfig({ ...open, PARLEY_METRICS_TOKEN: token }).metrics?.token).toBe(token);
  });
});
