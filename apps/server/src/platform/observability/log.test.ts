import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { lineBytesMax, withoutControls } from './cap-line.ts';
import { createLog, withoutSecrets } from './log.ts';

describe('an address in the log', () => {
  it.each([
    ['/signin?token=abc&x=1', '/signin?token=[hidden]&x=1'],
    ['/cb?code=abc&state=def#token=ghi', '/cb?code=[hidden]&state=[hidden]#token=[hidden]'],
    ['/runs?status=passed', '/runs?status=passed'],
  ])('%s is logged as %s', (address, logged) => {
    expect(withoutSecrets(address)).toBe(logged);
  });
});

function writeLine(write: (log: ReturnType<typeof createLog>) => void): string {
  let written = '';
  const destination = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  write(createLog('info', destination));
  return written;
}

describe('a line of the log', () => {
  it('contains no password, token or credential header', () => {
    const secret = { password: 'hunter2', token: 'hunter2', headers: { authorization: 'hunter2' } };
    const written = writeLine((log) => log.info({ ...secret, user: secret }, 'A line\nof two'));
    expect(written).toContain('[hidden]');
    expect(written).not.toContain('hunter2');
    expect(written.trim().split('\n')).toHaveLength(1);
  });

  it('contains no parameters of a failed query', () => {
    const asked = new DrizzleQueryError('select $1', ['hunter2'], new Error('It took too long'));
    const written = writeLine((log) =>
      log.error({ err: new Error('Away', { cause: asked }) }, 'No'),
    );
    expect(written).toContain('Failed query: select $1');
    expect(written).toContain('It took too long');
    expect(written).not.toContain('hunter2');
  });

  it.each<[string, object, string]>([
    ['a long message', {}, 'x\n'.repeat(500_000)],
    ['a long field', { reply: '\u001b[2J😀'.repeat(100_000) }, 'A bot replied'],
    ['an error with a long message', { err: new Error('x'.repeat(1_000_000)) }, 'It failed'],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [i, 'x'.repeat(900)])),
      'Many',
    ],
  ])('is one line of at most 8 KB that can be parsed: %s', (_, fields, message) => {
    const written = writeLine((log) => log.warn(fields, message));
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(lineBytesMax);
    expect(written.indexOf('\n')).toBe(written.length - 1);
    expect(JSON.parse(written)).toMatchObject({ level: 40, isCut: true });
    expect(JSON.parse(written).msg.slice(0, 3)).toBe(message.slice(0, 3));
  });

  it('moves no cursor of a terminal', () => {
    const shown = withoutControls(
      writeLine((log) => log.info({ text: '\u001b[2J\u009b' }, 'ä\u0007')),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(shown.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(JSON.parse(shown)).toMatchObject({ text: '\\u001b[2J\\u009b', msg: 'ä\\u0007' });
  });
});

it.skipIf(!existsSync('/dev/full'))(
  'costs lines on a full disk, and neither the process nor its end',
  async () => {
    const program = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const log = createLog('info');
    log.info('one');
    await sleep(100);
    log.info('two');
    await sleep(100);
    log.info('three');
    process.exit(7);`;
    const node = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
      timeout: 15_000,
    });
    expect(await once(node, 'exit')).toEqual([7, null]);
  },
);

it('continues once the disk has room again, however much was lost', async () => {
  const program = `
    import fs from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
    const { write } = fs;
    fs.write = (...asked) => asked.at(-1)(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const log = createLog('info');
    for (let line = 0; line < 2_000; line += 1) {
      log.info('x'.repeat(1_000));
      if (line % 100 === 0) await sleep(1);
    }
    fs.write = write;
    for (let line = 0; line < 20; line += 1) {
      log.info('later');
      await sleep(20);
    }`;
  const node = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 15_000,
  });
  const [written] = await Promise.all([text(node.stdout), once(node, 'exit')]);
  expect(written).toContain('later');
});
