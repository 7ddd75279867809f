import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { readConfig } from './config.ts';
import { type Setting, settings } from './settings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

const secret = 'x'.repeat(40);

describe('a secret in a file', () => {
  it('is read without the line break at its end', () => {
    const PARLEY_SECRET_FILE = fileWith(`${secret}\n`);
    expect(readConfig({ PARLEY_SECRET_FILE }).secret).toBe(secret);
  });

  it('follows the same rules as one in the environment', () => {
    const PARLEY_SECRET_FILE = fileWith('short');
    expect(() => readConfig({ PARLEY_SECRET_FILE })).toThrow(/PARLEY_SECRET: /);
  });

  it('works for every secret setting', () => {
    const names = Object.entries<Setting>(settings).filter(([, { isSecret }]) => isSecret);
    expect(names.length).toBeGreaterThan(10);
    for (const [name] of names)
      expect(() => readConfig({ [`${name}_FILE`]: join(folder, 'nowhere') }), name).toThrow(
        `${name}_FILE names ${join(folder, 'nowhere')}, which cannot be read (ENOENT).`,
      );
  });

  it.each([
    ['stands beside another value', { PARLEY_SECRET: secret }, `${secret}\n`, /both set/],
    ['is empty', {}, '\n', /is empty/],
  ])('is refused where it %s', (_, others, text, message) => {
    const read = () => readConfig({ ...others, PARLEY_SECRET_FILE: fileWith(text) });
    expect(read).toThrow(StartError);
    expect(read).toThrow(message);
  });

  it('is unset if the variable is empty', () => {
    expect(readConfig({ PARLEY_SECRET: secret, PARLEY_SECRET_FILE: '' }).secret).toBe(secret);
  });
});
