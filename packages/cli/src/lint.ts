import { styleText } from 'node:util';
import { readArguments } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { findSuites, type SuiteFile } from './find-suites.ts';

const help = `parley lint [files]: checks suites without a conversation.

  Prints file:line:column, what is wrong and what to do. Exits with 3 if there is an error.
`;

export async function lintCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, { help: { type: 'boolean', short: 'h' } });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const files = await findSuites(positionals);
  printProblems(files, process.stdout);
  printSettingLosses(files);
  const tests = files.reduce((sum, { suite }) => sum + suite.tests.length, 0);
  const errors = files.filter(hasErrors).length;
  process.stdout.write(
    `${files.length} suites with ${tests} tests, ${errors === 0 ? 'no errors' : `${errors} with errors`}\n`,
  );
  return errors > 0 ? exitCodes.invalidSuite : exitCodes.passed;
}

/** Once for each `testing.json`, however many suites are next to it. */
function printSettingLosses(files: SuiteFile[]): void {
  const lines = files.flatMap(({ losses }) =>
    losses.map(({ file, what, reason }) => `${file} warning ${what}: ${reason}\n`),
  );
  for (const line of new Set(lines)) process.stdout.write(line);
}

export const hasErrors = ({ problems }: SuiteFile): boolean =>
  problems.some(({ severity }) => severity === 'error');

export function printProblems(files: SuiteFile[], output: NodeJS.WriteStream): void {
  for (const { path, problems } of files) {
    for (const { line, column, severity, message, hint } of problems) {
      const word = styleText(severity === 'error' ? 'red' : 'yellow', severity, { stream: output });
      output.write(`${path}:${line}:${column} ${word} ${message}${hint ? ` ${hint}` : ''}\n`);
    }
  }
}
