import { stat } from 'node:fs/promises';
import { normalize } from 'node:path';
import { counted, printSuite } from '@parley/suite';
import { importTests } from '@parley/suite/import-tests';
import { readArguments } from './command-line.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { filesIn, readNamed } from './named-files.ts';
import { printJson } from './print-json.ts';
import { printLosses } from './print-losses.ts';
import { writeNew } from './write-new.ts';

export const help = `parley import <files>: creates a suite from Botium BotScript or Rasa end-to-end tests.

  -o, --output <file>   where to write the suite (default: standard output)
  --force               overwrite that file
  --json                print the result for programs, with the suite if no file is named

Files can be folders. BotScript: .convo.txt, .pconvo.txt, .utterances.txt, .scriptingmemory.txt. Rasa:
.yml with test_cases, and the domain file for the texts of responses. What could not be imported is
listed, with its place and the reason.
`;

const patterns = ['**/*.txt', '**/*.{yml,yaml}', '**/botium.json'];
const ignored = ['**/node_modules/**', '**/.git/**'];

export async function importCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length === 0) throw new UsageError('Name the files to import.');
  const files = await Promise.all((await pathsIn(positionals)).map(readText));
  const imported = importTests(files);
  if (imported === undefined) {
    throw new UsageError(`There are no BotScript or Rasa tests in ${positionals.join(', ')}.`);
  }
  const { suite, report } = imported;
  if (report.tests === 0) {
    printLosses(report.losses);
    throw new CommandError('No test was imported; nothing was written.', exitCodes.invalidSuite);
  }
  const text = printSuite(suite);
  const { output, json } = values;
  if (output !== undefined) await writeNew(output, text, values.force === true);
  else if (!json) process.stdout.write(text);
  if (json) {
    printJson({ ...report, ...(output === undefined ? { suite: text } : { output }) });
    return exitCodes.passed;
  }
  const { tests, interactions, losses } = report;
  process.stderr.write(
    `${counted(tests, 'test')} with ${counted(interactions, 'interaction')} imported.\n`,
  );
  printLosses(losses);
  if (suite.configuration.channel === undefined) {
    process.stderr.write(
      'Specify under configuration, channel, how to reach the bot; see docs/test-language.md.\n',
    );
  }
  return exitCodes.passed;
}

async function pathsIn(named: string[]): Promise<string[]> {
  const paths = new Set<string>();
  for (const path of named) {
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new UsageError(`There is no file "${path}".`);
    if (!found.isDirectory()) paths.add(normalize(path));
    else for (const file of await filesIn(path, patterns, ignored)) paths.add(file);
  }
  return [...paths].sort();
}

async function readText(path: string): Promise<{ name: string; text: string }> {
  return { name: path.replaceAll('\\', '/'), text: await readNamed(path) };
}
