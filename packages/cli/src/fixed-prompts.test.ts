/** Suites in files that compare replies with recordings next to them. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMockIvr } from '@parley/mock-ivr';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { beforeEach, describe, expect, it } from 'vitest';
import { program } from './testing/program.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  return () => rm(folder, { recursive: true });
});

function parley(args: string[], variables: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', ...variables };
    execFile(process.execPath, [program, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

const suite = (to: string, ...steps: string[]) =>
  [
    `configuration: ${JSON.stringify({ syntax: 2, platform: 'phone', channel: { kind: 'phone', to } })}`,
    ['- test: Balance', ...steps].join('\n'),
  ].join('\n---\n');

const like = (name: string) => `    - sounds like: ${name}`;

describe('parley lint', () => {
  it('finds recordings that are missing or cannot be used, with their lines', async () => {
    await mkdir(join(folder, 'menus'));
    await writeFile(join(folder, 'menus/words.wav'), 'This is no audio.');
    const steps = ['- $DIAL:', like('greeting.wav'), '- $1:', like('menus/words.wav')];
    await writeFile(join(folder, 'bank.test.yml'), suite('sip:bank@127.0.0.1', ...steps));
    const { code, out } = await parley(['lint', 'bank.test.yml']);
    expect(code).toBe(3);
    expect(out).toContain('bank.test.yml:4:1 error The recording "greeting.wav" is missing.');
    expect(out).toContain(
      'bank.test.yml:6:1 error The recording "menus/words.wav" is not a 16-bit WAV file',
    );
  });
});

describe('parley lint of noise behind our speech', () => {
  it('finds a recording that is missing', async () => {
    const channel = {
      kind: 'phone',
      to: 'sip:bank@127.0.0.1',
      speech: { noise: 'street.wav', snrDb: 10 },
    };
    const configuration = { syntax: 2, platform: 'phone', channel };
    const text = `configuration: ${JSON.stringify(configuration)}\n---\n- test: A\n- $DIAL\n- hello: hi\n`;
    await writeFile(join(folder, 'bank.test.yml'), text);
    const { code, out } = await parley(['lint', 'bank.test.yml']);
    expect(code).toBe(3);
    expect(out).toContain('bank.test.yml:1:1 error The noise "street.wav" is missing.');
  });
});

const hasSpeech = hasPrograms('flite') && hasPrograms('pocketsphinx_batch');
describe.skipIf(!hasSpeech)('parley run', () => {
  it('calls a line, passes its right prompt and fails the wrong one', async () => {
    const record = (name: string, text: string) =>
      execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', join(folder, name)]);
    record('account.wav', 'Please enter your account number, followed by the pound key.');
    record('balance.wav', 'Your current balance is one hundred and twenty five dollars.');
    const steps = ['- $DIAL', '- $1:', like('account.wav'), '- $1234#:', like('balance.wav')];
    const ivr = await startMockIvr();
    try {
      const allowed = { PARLEY_PHONE_ALLOW: `sip:*@${ivr.authority}` };
      await writeFile(join(folder, 'bank.test.yml'), suite(ivr.uriOf('mistake'), ...steps));
      const { code, out } = await parley(['run', 'bank.test.yml'], allowed);
      expect(code, out).toBe(1);
      expect(out).toMatch(/balance.wav: it differs from \d\.\d s/);
      expect(out).not.toContain('account.wav: ');
    } finally {
      await ivr.close();
    }
  }, 240_000);
});
