import { readFileSync } from 'node:fs';
import { StartError } from '../errors/start-error.ts';
import { type Setting, settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * Secrets that lie in files, as orchestrators hand them out: `NAME_FILE` is the path of a file that holds
 * what `NAME` would, but for line breaks around it.
 *
 * @throws StartError where both are set, or the file can't be read or is empty.
 */
export function withSecretFiles(environment: Environment): Environment {
  const read: Environment = {};
  for (const [name, { isSecret }] of Object.entries<Setting>(settings)) {
    const path = environment[`${name}_FILE`];
    if (!isSecret || !path) continue;
    if (environment[name])
      throw new StartError(`${name} and ${name}_FILE are both set. Keep one of them.`);
    read[name] = readFrom(path, name);
  }
  return { ...environment, ...read };
}

function readFrom(path: string, name: string): string {
  const text = textOf(path, name).trim();
  if (text === '')
    throw new StartError(`${name}_FILE names ${path}, which is empty. Write the value into it.`);
  return text;
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new StartError(
      `${name}_FILE names ${path}, which cannot be read${why}. Check the path and who may read it.`,
      { cause: error },
    );
  }
}
