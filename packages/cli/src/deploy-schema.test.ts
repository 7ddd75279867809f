/** Compares the schema of `parley.config.yml` with how `parley deploy` reads the file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploySchema } from '@parley/suite/schema';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readConfig } from './deploy/wanted.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
// Both a suite and a library, because each name of a file is tried with it.
writeFileSync(join(folder, 'a.test.yml'), '- block: greet\n- hi: hello\n');
writeFileSync(join(folder, 'blocks.yml'), '- block: greet\n- hi: hello\n');

const validate = new Ajv({
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
}).compile(deploySchema());

/** @returns true if the command takes the configuration */
async function isRead(config: unknown): Promise<boolean> {
  const path = join(folder, 'parley.config.yml');
  writeFileSync(path, stringify(config));
  return readConfig(path).then(
    () => true,
    () => false,
  );
}

const whole = {
  server: 'https://parley.example.com',
  judges: [{ name: 'strict', model: 'big', rubric: 'Be strict.', votes: 3, needed: 2 }],
  projects: [
    {
      name: 'Bank',
      library: 'blocks.yml',
      suites: [
        {
          name: 'Hours',
          file: 'a.test.yml',
          description: 'When the branch opens',
          device: 'Caller',
          monitor: {
            everyMinutes: 60,
            cron: '0 8 * * *',
            timeZone: 'Europe/Berlin',
            calendars: ['Holidays'],
            environment: 'staging',
            repeat: { tries: 3 },
            retries: 1,
            alertWhen: { failures: 2, of: 3 },
          },
        },
      ],
      environments: [
        {
          name: 'staging',
          variables: { base: 'https://a', port: 80 },
          secrets: { t: { env: 'T' } },
        },
      ],
    },
    { name: 'Cards', parent: 'Bank' },
  ],
  alertChannels: [
    {
      name: 'Mail',
      kind: 'email',
      recipients: ['ada@acme.test'],
      isEnabled: false,
      classes: ['wrong'],
      afterMinutes: 5,
      remindEveryMinutes: 60,
    },
    { name: 'Slack', kind: 'slack', url: { env: 'URL' } },
    { name: 'Hook', kind: 'webhook', url: 'https://a.example' },
    { name: 'Pager', kind: 'pagerduty', routingKey: { env: 'KEY' } },
  ],
  exclusionCalendars: [
    {
      name: 'Holidays',
      timeZone: 'Europe/Berlin',
      windows: [
        {
          kind: 'once',
          reason: 'Move',
          start: '2026-12-01T20:00:00Z',
          end: '2026-12-02T04:00:00Z',
        },
        { kind: 'weekly', reason: 'Backup', days: [0, 6], from: '23:00', to: '01:30' },
      ],
      holidays: [{ country: 'DE', region: 'BY' }],
    },
  ],
  devices: [
    {
      name: 'Visitor',
      locale: 'de-DE',
      concurrencyLimit: 5,
      settings: {
        platform: 'webchat',
        browser: 'safari-iphone',
        viewport: { width: 390, height: 844 },
      },
    },
    {
      name: 'Caller',
      locale: 'en-US',
      settings: {
        platform: 'phone',
        caller: { kind: 'number', number: '+12025550123' },
        trunk: 'sip.example.com',
        voiceId: 'v',
      },
    },
    {
      name: 'Extension',
      locale: 'en-US',
      settings: {
        platform: 'phone',
        caller: { kind: 'sip', address: 'sip:tester@pbx.example.com' },
        trunk: null,
        voiceId: 'v',
      },
    },
  ],
  webhooks: [
    { name: 'Deployments', url: { env: 'URL' }, events: ['gate.finished'], isEnabled: false },
    { name: 'Board', url: 'https://a.example/hook', events: ['run.finished'] },
  ],
  statusPage: {
    slug: 'bank-status',
    title: 'Bank',
    isPublic: true,
    isListed: false,
    suites: [{ project: 'Cards', parent: 'Bank', suite: 'Hours', label: 'Opening hours' }],
  },
};

/** Every place of a value, as a path of keys. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

function changed(path: (string | number)[], change: (holder: never, key: string | number) => void) {
  const copy = structuredClone(whole);
  let holder: unknown = copy;
  for (const key of path.slice(0, -1)) holder = (holder as Record<string, unknown>)[key];
  change(holder as never, path.at(-1) as string);
  return copy;
}

const places = placesIn(whole).filter((path) => path.length > 0);

describe('the schema of parley.config.yml', () => {
  it('takes a file with every key, and so does the command', async () => {
    expect(validate(whole), JSON.stringify(validate.errors)).toBe(true);
    expect(await isRead(whole)).toBe(true);
  });

  it('refuses a mistyped key wherever the command does', async () => {
    const holders = [[], ...places].filter((path) => {
      const value = path.reduce<unknown>((of, key) => (of as never)[key], whole);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    });
    expect(holders.length).toBeGreaterThan(15);
    for (const path of holders) {
      const config = changed([...path, 'mistyped'], (holder: Record<string, unknown>, key) => {
        holder[key] = 'x';
      });
      // Names of variables are free. The server checks what is inside these two.
      const isFree = path.at(-1) === 'variables';
      const isOfServer = ['repeat', 'alertWhen'].includes(String(path.at(-1)));
      expect([path.join('.'), validate(config)]).toEqual([path.join('.'), isFree]);
      if (!isOfServer)
        expect([path.join('.'), await isRead(config)]).toEqual([path.join('.'), isFree]);
    }
  });

  it.each(places.map((path) => [path.join('.'), path] as const))(
    'agrees with the command on %s, if it is missing or of another type',
    async (place, path) => {
      const without = changed(path, (holder: Record<string, unknown> | unknown[], key) => {
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
      });
      // Only the server needs both figures of `alertWhen`.
      if (!place.includes('alertWhen.'))
        expect(['missing', validate(without)]).toEqual(['missing', await isRead(without)]);
      // A value that the command takes must be valid; the schema may be stricter, because the server is.
      for (const value of ['', 'a.test.yml', 7, true, null, [], {}, { env: 'X' }]) {
        const config = changed(path, (holder: Record<string, unknown>, key) => {
          holder[key] = value;
        });
        if (validate(config)) expect([value, await isRead(config)]).toEqual([value, true]);
      }
    },
  );

  it('takes what the guide shows', () => {
    const guide = readFileSync(new URL('../../../docs/as-code.md', import.meta.url), 'utf8');
    const shown = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) =>
      parse(text),
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const config of shown)
      expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  });
});
