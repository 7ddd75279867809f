import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tools } from './tools.ts';

it('docs/mcp.md lists every tool, and whether it changes something', () => {
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \| (yes|no) \|$/gm)].map(([, ...row]) => row);
  expect(rows).toEqual(
    tools.map(({ name, title, isReadOnly }) => [name, title, isReadOnly ? 'no' : 'yes']),
  );
});
