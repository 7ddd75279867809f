import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PhoneSettings, Trunk } from './channels/phone/phone-settings.ts';
import { equipmentFor, missingEquipment } from './equipment.ts';
import type { MissingSpeech } from './speech/speech.ts';
import { calibratedAt } from './test/calibrated-at.ts';

const phone = (to: string, trunk?: string) => ({
  kind: 'phone' as const,
  to,
  ...(trunk && { trunk }),
});

describe('what a channel cannot be opened without', () => {
  const line = ['calls', 'speaking', 'understanding'];

  it.each([
    ['a bot over HTTP', { kind: 'http' as const, url: 'https://bot.example/' }, []],
    [
      'a page',
      { kind: 'browser' as const, url: 'https://bot.example/', input: 'input', reply: '.bot' },
      ['browser'],
    ],
    ['a number', phone('+1 202 555 0123'), ['calls', 'trunk', 'speaking', 'understanding']],
    ['a number by a trunk of its own', phone('+12025550123', 'sip.example.com'), line],
    ['a SIP address', phone('sip:bank@pbx.example.com'), line],
    ['an encrypted SIP address', phone(' SIPS:bank@pbx.example.com'), line],
    ['a number that a variable fills in', phone('{{line}}'), line],
  ])('%s', (_, channel, needs) => {
    expect(equipmentFor(channel)).toEqual(needs);
  });
});

function phoneSettings(missing: MissingSpeech[], set: Partial<PhoneSettings> = {}): PhoneSettings {
  const speech = {
    speak: async () => new Int16Array(),
    transcribe: async () => ({ text: '', confidence: 1 }),
    requiredConfidence: calibratedAt(0.5),
    missing: async () => missing,
  };
  const trunk = { name: 'sip.example.com:5060' } as Trunk;
  return { allow: ['+1*'], trunks: [trunk], callMsMax: 1000, speech, ...set };
}

const browser = { program: process.execPath };
const recognizer = { program: 'pocketsphinx_batch', purpose: 'to understand', install: '' };
const voice = { program: 'flite', purpose: 'to speak', install: '' };

describe('what a machine lacks', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is nothing where all is there', async () => {
    expect(await missingEquipment({ browser, phone: phoneSettings([]) })).toEqual([]);
  });

  it('is a line that may be called, a trunk and each program of speech', async () => {
    expect(await missingEquipment({ browser })).toEqual(['calls', 'trunk']);
    const bare = phoneSettings([voice, recognizer], { allow: [], trunks: [] });
    expect(await missingEquipment({ browser, phone: bare })).toEqual([
      'calls',
      'trunk',
      'speaking',
      'understanding',
    ]);
    expect(await missingEquipment({ browser, phone: phoneSettings([recognizer]) })).toEqual([
      'understanding',
    ]);
  });

  it('is a browser that is set and not there, whatever else is installed', async () => {
    const chosen = { program: '/no/such/browser' };
    expect(await missingEquipment({ browser: chosen, phone: phoneSettings([]) })).toEqual([
      'browser',
    ]);
  });

  it('is a browser where neither the system nor Playwright has one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-equipment-'));
    const phoneReady = phoneSettings([]);
    vi.stubEnv('PATH', folder);
    vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'browsers'));
    expect(await missingEquipment({ phone: phoneReady })).toEqual(['browser']);

    await mkdir(join(folder, 'browsers', 'chromium-1255'), { recursive: true });
    expect(await missingEquipment({ phone: phoneReady })).toEqual([]);

    vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'none'));
    await writeFile(join(folder, 'chromium'), '');
    await chmod(join(folder, 'chromium'), 0o755);
    expect(await missingEquipment({ phone: phoneReady })).toEqual([]);
  });
});
