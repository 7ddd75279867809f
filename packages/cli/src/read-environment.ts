/** `--env`: reads the variables and secrets of an environment from a file. */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parseEnvironment, type SuiteEnvironment, secretProblem } from '@parley/suite';
import { UsageError } from './exit-codes.ts';
import { readNamed } from './named-files.ts';

/** Folder for environments that are given by name instead of path. */
const folder = 'environments';

/**
 * Reads an environment from a file, or by its name from `environments/`.
 *
 * @param of source of the secrets' values; if undefined, secrets are not needed and read `***`
 */
export async function readEnvironment(
  named: string,
  of: NodeJS.ProcessEnv | undefined,
): Promise<SuiteEnvironment> {
  const path = await findFile(named);
  const { file, problems } = parseEnvironment(await readNamed(path));
  const [problem] = problems;
  if (problem) {
    const { line, column, message, hint } = problem;
    throw new UsageError(`${path}:${line}:${column} ${message}${hint ? ` ${hint}` : ''}`);
  }
  const secrets = Object.entries(file.secrets).map(([name, variable]) => [
    name,
    of ? secretOf(path, name, variable, of) : '***',
  ]);
  return {
    name: basename(path, extname(path)),
    variables: file.variables,
    secrets: Object.fromEntries(secrets),
  };
}

function secretOf(path: string, name: string, variable: string, of: NodeJS.ProcessEnv): string {
  const value = of[variable];
  // Don't print the value: a secret that was written into the file itself must not appear in logs.
  if (!value) {
    throw new UsageError(
      `${path}: the secret "${name}" names an environment variable that is not set.`,
    );
  }
  const problem = secretProblem(value);
  if (problem) throw new UsageError(`${path}: "${name}": ${problem}`);
  return value;
}

async function findFile(named: string): Promise<string> {
  const paths = [named, `${folder}/${named}.yml`, `${folder}/${named}.yaml`];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return path;
  }
  throw new UsageError(`There is no environment "${named}": looked for ${paths.join(', ')}.`);
}
