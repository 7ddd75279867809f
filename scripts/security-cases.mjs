// Generates docs/security-cases.md: each attack with the test that shows its outcome. A test title that no longer exists in
// its file is an error, and so is a case without a test or a reason.
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inCell } from './markdown.mjs';

const source = 'docs/specification/security-cases.yml';
const groups = {
  A: 'Outgoing requests',
  B: 'Sign-in, tokens, invitations',
  C: 'Tenants and roles',
  D: 'Input, parsers, files',
  E: 'Browser and WebSocket',
  F: 'Resources',
};

/** @typedef {{ case: string, tests?: Record<string, string>[], note?: string, open?: string }} SecurityCase */

/**
 * @param {string} id
 * @param {SecurityCase} entry
 * @returns {string[]}
 */
function proofsOf(id, { tests = [], note, open }) {
  if (tests.length === 0 && !note && !open) throw new Error(`${source}: ${id} has no test.`);
  const proofs = tests
    .flatMap((test) => Object.entries(test))
    .map(([file, title]) => {
      if (file === 'drill') {
        if (existsSync(`bench/drill-${title}.ts`)) return `✓ \`npm run drill -- ${title}\``;
        throw new Error(`${source}: ${id} names the drill ${title}, which does not exist.`);
      }
      if (existsSync(file) && readFileSync(file, 'utf8').includes(title))
        return `✓ ${file}: ${title}`;
      throw new Error(`${source}: ${id} names “${title}”, which is not in ${file}.`);
    });
  return [...proofs, ...(note ? [note] : []), ...(open ? [`**Open:** ${open}`] : [])];
}

/** @returns {string} */
export function securityCases() {
  const cases = Object.entries(
    /** @type {Record<string, SecurityCase>} */ (parse(readFileSync(source, 'utf8'))),
  );
  const tested = cases.filter(([, { tests, open }]) => tests && !open).length;
  const sections = Object.entries(groups).flatMap(([letter, title]) => [
    `## ${letter}. ${title}`,
    '',
    '| id | case and tests |',
    '| --- | --- |',
    ...cases
      .filter(([id]) => id.startsWith(letter))
      .map(([id, entry]) => {
        const cell = [entry.case, ...proofsOf(id, entry)].join('<br>');
        return `| ${id} | ${inCell(cell)} |`;
      }),
    '',
  ]);
  return [
    '# Attacks and their tests',
    '',
    `Generated from \`${source}\` by \`node scripts/generate.mjs\`. Do not edit.`,
    '',
    `Tests cover ${tested} of ${cases.length} cases completely. For the others, the table says why not, or what is open.`,
    '',
    ...sections,
  ].join('\n');
}
