/**
 * Parses the file of an environment: variables with their values, and secrets with the names of the process's environment
 * variables that hold them. The file thus contains no secrets and can be checked in.
 */
import { isMap } from 'yaml';
import {
  environmentNameProblem,
  environmentNamesMax,
  environmentValueMax,
} from '../model/environment.ts';
import type { Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import { fieldsOf, follow, type KeyValue, type Reader, rangeOf, reader, textOf } from './values.ts';

export interface EnvironmentFile {
  variables: Record<string, string>;
  /** Names of environment variables of the process, by secret name. */
  secrets: Record<string, string>;
}

const example = 'Write for example: variables: { api: "https://staging.example.com" }';

/** Parses the text of an environment file. Messages never contain values of secrets. */
export function parseEnvironment(text: string): { file: EnvironmentFile; problems: Problem[] } {
  const reading = reader(readYaml(text));
  const file: EnvironmentFile = { variables: {}, secrets: {} };
  const [document, another] = reading.documents;
  const root = follow(reading, document?.contents);
  if (another) {
    reading.problems.error(
      rangeOf(another.contents),
      'An environment file must be a single document.',
    );
  }
  if (!isMap(root)) {
    if (reading.problems.list.length === 0) {
      reading.problems.error(rangeOf(root), 'There are no variables or secrets.', example);
    }
    return { file, problems: reading.problems.list };
  }
  for (const field of fieldsOf(reading, root)) {
    if (field.key === 'variables') file.variables = readVariables(reading, field);
    else if (field.key === 'secrets') file.secrets = readSecrets(reading, field);
    else {
      reading.problems.error(
        field.range,
        `"${field.key}" is not a key of an environment.`,
        'Use "variables" and "secrets".',
      );
    }
  }
  return { file, problems: reading.problems.list };
}

function readVariables(reading: Reader, field: KeyValue): Record<string, string> {
  return readNamed(reading, field, (value) =>
    value.length > environmentValueMax
      ? `has more than ${environmentValueMax.toLocaleString('en-US')} characters`
      : undefined,
  );
}

function readSecrets(reading: Reader, field: KeyValue): Record<string, string> {
  return readNamed(reading, field, (value) =>
    /^[A-Za-z_]\w*$/.test(value)
      ? undefined
      : 'must name an environment variable that holds it, such as STAGING_TOKEN',
  );
}

function readNamed(
  reading: Reader,
  { key: part, value, range }: KeyValue,
  problemOf: (value: string) => string | undefined,
): Record<string, string> {
  const map = follow(reading, value);
  if (map === null) return {};
  if (!isMap(map)) {
    reading.problems.error(range, `"${part}" must be names with values.`, example);
    return {};
  }
  const fields = fieldsOf(reading, map);
  if (fields.length > environmentNamesMax) {
    reading.problems.error(range, `"${part}" has more than ${environmentNamesMax} names.`);
  }
  const named: Record<string, string> = {};
  for (const field of fields.slice(0, environmentNamesMax)) {
    const text = textOf(reading, field.value);
    const nameProblem = environmentNameProblem(field.key);
    const problem = text === undefined ? 'must be text' : problemOf(text);
    if (nameProblem) reading.problems.error(field.range, nameProblem);
    else if (problem) reading.problems.error(field.range, `"${field.key}" ${problem}.`);
    else if (text !== undefined) named[field.key] = text;
  }
  return named;
}
