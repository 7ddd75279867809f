import { styleText } from 'node:util';
import {
  counted,
  describeUnfilled,
  expandBlocks,
  isUnusable,
  type Problem,
  type SuiteEnvironment,
  savedVariables,
  unfilledHint,
  unfilledOf,
  withEnvironment,
} from '@parley/suite';
import type { AgentsFile } from './agents.ts';
import { readArguments } from './command-line.ts';
import { exitCodes } from './exit-codes.ts';
import { findFiles, type SuiteFile } from './find-suites.ts';
import type { LibraryFile } from './libraries.ts';
import { printJson } from './print-json.ts';
import { readEnvironment } from './read-environment.ts';

export const help = `parley lint [files]: checks suites without running them.

  --env <file or name>    also find values that the suites need and this environment lacks; its secrets
                          need no value here
  --json                  print the result for programs

  Prints file:line:column, what is wrong and what to do. Exits with 3 if there is an error.
`;

export async function lintCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    env: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const environment =
    values.env === undefined ? undefined : await readEnvironment(values.env, undefined);
  const { suites: found, libraries, agents } = await findFiles(positionals);
  const files = environment ? found.map((file) => withLackingValues(file, environment)) : found;
  if (values.json) {
    printJson({
      files: files.map(entryOf),
      ...(libraries.length > 0 && {
        libraries: libraries.map(({ path, blocks, problems }) => ({
          path,
          blocks: blocks.length,
          problems,
        })),
      }),
      ...(agents.length > 0 && {
        agents: agents.map(({ path, agents: { length }, problems }) => ({
          path,
          agents: length,
          problems,
        })),
      }),
    });
    return [...files, ...libraries, ...agents].some(hasErrors)
      ? exitCodes.invalidSuite
      : exitCodes.passed;
  }
  printProblems([...libraries, ...agents, ...files], process.stdout);
  printSettingLosses(files);
  const tests = files.reduce((sum, { suite }) => sum + suite.tests.length, 0);
  const errors = [...files, ...libraries, ...agents].filter(hasErrors).length;
  const lent = libraries.length > 0 ? ` and ${librariesInWords(libraries.length)}` : '';
  process.stdout.write(
    `${counted(files.length, 'suite')} with ${counted(tests, 'test')}${lent}, ${errors === 0 ? 'no errors' : `${errors} with errors`}\n`,
  );
  return errors > 0 ? exitCodes.invalidSuite : exitCodes.passed;
}

const entryOf = ({ path, suite, problems, losses }: SuiteFile) => ({
  path,
  tests: suite.tests.length,
  problems,
  losses,
});

/** Adds the problems that a run in this environment would have, such as missing values. */
function withLackingValues(file: SuiteFile, environment: SuiteEnvironment): SuiteFile {
  const { configuration, tests } = expandBlocks(withEnvironment(file.suite, environment));
  if (!configuration.environment) return file;
  const problems = tests
    .filter(({ mode }) => mode !== 'skip')
    .flatMap((test): Problem[] => {
      const place = { line: file.lineOf(test.name) ?? 1, column: 1, severity: 'error' as const };
      const lost = savedVariables(test, configuration).map((name) => ({
        ...place,
        message: `The suite saves “${name}”, but it is a variable of the environment “${environment.name}”.`,
        hint: 'Use another name for one of them.',
      }));
      const lacking = unfilledOf(test, configuration)
        .filter((one) => isUnusable(one, configuration))
        .map((one) => ({
          ...place,
          message: `“${test.name}”: ${describeUnfilled(one, configuration)}`,
          hint: unfilledHint(one, configuration),
        }));
      return [...lost, ...lacking];
    });
  return { ...file, problems: [...file.problems, ...problems] };
}

/** Prints each unusable setting once per `testing.json`, however many suites it applies to. */
function printSettingLosses(files: SuiteFile[]): void {
  const lines = files.flatMap(({ losses }) =>
    losses.map(({ file, what, reason }) => `${file} warning ${what}: ${reason}\n`),
  );
  for (const line of new Set(lines)) process.stdout.write(line);
}

type Problematic = Pick<SuiteFile | LibraryFile | AgentsFile, 'path' | 'problems'>;

export const hasErrors = ({ problems }: Problematic): boolean =>
  problems.some(({ severity }) => severity === 'error');

export function printProblems(files: Problematic[], output: NodeJS.WriteStream): void {
  for (const { path, problems } of files) {
    for (const { line, column, severity, message, hint } of problems) {
      const word = styleText(severity === 'error' ? 'red' : 'yellow', severity, { stream: output });
      output.write(`${path}:${line}:${column} ${word} ${message}${hint ? ` ${hint}` : ''}\n`);
    }
  }
}

const librariesInWords = (count: number): string =>
  count === 1 ? '1 library' : `${count} libraries`;
