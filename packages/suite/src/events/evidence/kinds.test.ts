import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { evidenceBytesMax, evidenceKinds } from './kinds.ts';
import { evidenceKindOf } from './look-up-kind.ts';

it('the documents list every kind of evidence, its source, and what it shows and hides', async () => {
  const document = await readFile(
    new URL('../../../../../docs/run-results.md', import.meta.url),
    'utf8',
  );
  const rows = Object.values(evidenceKinds).map(
    ({ noun, source, shows, ending, masked }) =>
      `| ${[noun, source, shows, ending, masked].join(' | ')} |`,
  );
  const head =
    '| evidence | source | shows | file | hidden in it |\n| --- | --- | --- | --- | --- |';
  expect(document).toContain(`${[head, ...rows].join('\n')}\n\n`);
  expect(document).toContain(`more than ${evidenceBytesMax / 1024 ** 2} MiB`);
});

it('a name that is no kind has none, whatever objects inherit', () => {
  expect(evidenceKindOf('constructor')).toBeUndefined();
  expect(evidenceKindOf('log')?.noun).toBe('log');
});
