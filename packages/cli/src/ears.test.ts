import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printSpeech } from '@parley/engine';
import { hasPrograms } from '@parley/mock-ivr/has-programs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { earsCommand } from './ears.ts';
import { UsageError } from './exit-codes.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function ears(...args: string[]): Promise<{ code: number; printed: string }> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const code = await earsCommand(args);
  return { code, printed };
}

/** Starts a speech service with OpenAI's API that answers each request with the next transcript. */
async function service(answers: object[]) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end(JSON.stringify(answers[asked++ % answers.length]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('PARLEY_STT', 'openai');
  vi.stubEnv('PARLEY_STT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { [Symbol.dispose]: () => void server.close() };
}

const sure = (text: string, share: number) => ({
  text,
  segments: [{ avg_logprob: Math.log(share), no_speech_prob: 0 }],
});

describe('parley ears check', () => {
  it('shows what a service heard, and that it is not calibrated', async () => {
    using _ = await service([sure('Please tell me what you would like to do.', 0.9)]);
    const { code, printed } = await ears('check');
    expect(printed).toMatch(/✓ recognizer {3}openai answered in \d+ ms/);
    expect(printed).toContain('✓ confidence   0.90');
    expect(printed).toContain('✗ calibration  none: what lines say stays undecided');
    expect(code).toBe(0);
  });

  it('fails for a service that understands something else or says no confidence', async () => {
    using _ = await service([{ text: 'Lorem ipsum' }]);
    const { code, printed } = await ears('check');
    expect(printed).toContain('✗ recognizer   openai');
    expect(printed).toContain('✗ confidence   none is reported');
    expect(code).toBe(4);
  });

  it('says what cannot be reached, is not installed, or is not known', async () => {
    vi.stubEnv('PARLEY_STT', 'openai');
    vi.stubEnv('PARLEY_STT_URL', 'http://127.0.0.1:9');
    expect(await ears('check')).toMatchObject({
      code: 4,
      printed: expect.stringContaining('✗ recognizer   The speech service could not be used'),
    });
    vi.stubEnv('PARLEY_STT', 'local');
    vi.stubEnv('PATH', '/nowhere');
    expect(await ears('check')).toMatchObject({
      code: 4,
      printed: expect.stringContaining('apt-get install pocketsphinx'),
    });
    vi.stubEnv('PARLEY_STT', 'parrot');
    await expect(ears('check')).rejects.toThrow('PARLEY_STT is local, openai, google or watson');
  });

  it.skipIf(!hasPrograms('pocketsphinx_batch'))(
    'understands with the program of the machine',
    async () => {
      const { code, printed } = await ears('check');
      expect(printed).toContain('heard        please tell me what you would like to do');
      expect(printed).toContain('✓ calibration  PCMU, en: decides from');
      expect(printed).toContain('synthetic speech only');
      expect(code).toBe(0);
    },
    60_000,
  );
});

describe('parley ears calibrate', () => {
  async function withRecordings(
    count: number,
    use: (folder: string, out: string) => Promise<void>,
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-ears-test-'));
    try {
      for (let at = 0; at < count; at++) {
        await writeFile(join(folder, `${at}.wav`), printSpeech(new Int16Array(800)));
        await writeFile(join(folder, `${at}.txt`), 'You have 125 dollars.\n');
      }
      await use(folder, join(folder, 'calibration.json'));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('asks for more confidence than the surest mistake had, however numbers are written', async () => {
    using _ = await service([
      sure('you have one hundred and twenty five dollars', 0.99),
      sure('you have 115 dollars', 0.87),
    ]);
    await withRecordings(50, async (folder, out) => {
      const { code, printed } = await ears('calibrate', folder, '--out', out);
      expect(printed).toContain('25 understood as a whole, 25 of them with enough confidence');
      expect(code).toBe(0);
      const [row] = JSON.parse(await readFile(out, 'utf8'));
      expect(row).toMatchObject({
        recognizer: 'openai',
        codec: 'PCMU',
        language: 'en',
        recordings: 50,
        required: { text: 0.97 },
      });
      vi.stubEnv('PARLEY_SPEECH_CALIBRATION', out);
      await ears('calibrate', folder, '--out', out, '--codec', 'PCMA');
      expect(JSON.parse(await readFile(out, 'utf8'))).toHaveLength(2);
    });
  });

  it('finds a recognizer unreliable that is certain of mistakes or says nothing', async () => {
    for (const answer of [sure('you have 115 dollars', 1), { text: 'you have 125 dollars' }]) {
      using _ = await service([answer]);
      await withRecordings(50, async (folder, out) => {
        expect((await ears('calibrate', folder, '--out', out)).code).toBe(4);
        expect(JSON.parse(await readFile(out, 'utf8'))[0].required).toBeNull();
      });
    }
  });

  it('wants enough recordings, each with its words', async () => {
    await withRecordings(49, async (folder, out) => {
      await expect(ears('calibrate', folder, '--out', out)).rejects.toThrow('has 49 recordings');
    });
    await withRecordings(50, async (folder, out) => {
      await rm(join(folder, '7.txt'));
      await expect(ears('calibrate', folder, '--out', out)).rejects.toThrow(
        '7.txt with the words of 7.wav is missing',
      );
      await writeFile(join(folder, '7.txt'), 'hello');
      await writeFile(out, '[{}]');
      await expect(ears('calibrate', folder, '--out', out)).rejects.toThrow(
        'row 1 is no calibration',
      );
    });
    await expect(ears('calibrate')).rejects.toThrow(UsageError);
  });
});
