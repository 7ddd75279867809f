// Writes the generated files; with --check, only reports which are out of date. Each generator is one line in this table.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actionsDocs } from './actions-docs.mjs';
import { limitsDocs } from './budgets.mjs';
import { completedLockfile } from './complete-lockfile.mjs';
import { configurationDocs } from './configuration-docs.mjs';
import { coverage } from './coverage.mjs';
import { errorsDocs } from './errors-docs.mjs';
import { interfaceTexts } from './interface-texts.mjs';
import { licencesDocs } from './licences-docs.mjs';
import { securityCases } from './security-cases.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** @type {{ file: string, make: () => string | Promise<string> }[]} */
const generated = [
  { file: 'package-lock.json', make: completedLockfile },
  { file: 'docs/actions.md', make: actionsDocs },
  { file: 'docs/configuration.md', make: configurationDocs },
  { file: 'docs/errors.md', make: errorsDocs },
  { file: 'docs/licences.md', make: licencesDocs },
  { file: 'docs/limits.md', make: limitsDocs },
  { file: 'docs/security-cases.md', make: securityCases },
  { file: 'docs/specification/coverage.md', make: coverage },
  ...interfaceTexts(),
];

const isCheck = process.argv.includes('--check');
let isStale = false;

for (const { file, make } of generated) {
  const text = await make();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) {
    isStale = true;
    console.error(`${file} is out of date; run node scripts/generate.mjs and commit it.`);
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
if (isStale) process.exit(1);
