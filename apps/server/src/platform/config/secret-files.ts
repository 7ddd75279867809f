import { readFileSync } from 'node:fs';
import { StartError } from '../errors/start-error.ts';
import { type Setting, settings } from './settings.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads secrets from files, which is how orchestrators provide them: `NAME_FILE` is the path of a file with the value of
 * `NAME`. Whitespace around the value is ignored.
 * @throws StartError if both are set, or the file cannot be read or is empty
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
    throw new StartError(`${name}_FILE names ${path}, which is empty. Write the value to it.`);
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
