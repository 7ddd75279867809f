import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readSuiteFile } from './read-suite-file.ts';
import { unzipTexts } from './suite-zip.ts';

const zipOf = (files: number, bytes = 1) =>
  zipSync(
    Object.fromEntries(
      Array.from({ length: files }, (_, at) => [`${at}.txt`, strToU8('x'.repeat(bytes))]),
    ),
    { level: 1 },
  );

it('a zip has a thousand files, and not one more', () => {
  expect(unzipTexts(zipOf(1_000)).size).toBe(1_000);
  expect(() => unzipTexts(zipOf(1_001))).toThrow('too many files');
});

it('a zip unpacks to four megabytes, and not one byte more', () => {
  const megabytes = 4 * 1_048_576;
  expect(unzipTexts(zipOf(1, megabytes)).size).toBe(1);
  expect(() => unzipTexts(zipOf(1, megabytes + 1))).toThrow('too large when unpacked');
});

it('an import lists two hundred losses, and counts the others', () => {
  const lost = (count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `    - slot_was_set: [{s${at}: x}]\n`);
    const text = `test_cases:\n- test_case: A\n  steps:\n${lines.join('')}    - user: hi\n`;
    const read = readSuiteFile({ name: 'a.yml', content: strToU8(text) });
    if ('refused' in read) throw new Error(read.refused);
    return [read.report?.lossCount, read.report?.losses.length];
  };
  expect(lost(200)).toEqual([200, 200]);
  expect(lost(201)).toEqual([201, 200]);
});
