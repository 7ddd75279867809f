import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../errors/start-error.ts';
import { readSecret } from './secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the secret of an installation', () => {
  it('is the configured one', () => {
    expect(readSecret('configured', folder)).toBe('configured');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is made once and kept, and nothing else is left in the data folder', () => {
    const data = join(folder, 'data');
    const made = readSecret(undefined, data);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(readSecret(undefined, data)).toBe(made);
    expect(readdirSync(data)).toEqual(['secret']);
  });

  it.each(['', '  \n', 'half'])('is not accepted from a file with %j', (content) => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    expect(() => readSecret(undefined, folder)).toThrow(StartError);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});
