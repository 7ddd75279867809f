/** Draft in the environment dialog, and the change that results from it. Pure. */
import type { Environment } from '@parley/contract';
import { environmentNameProblem, secretProblem } from '@parley/suite';
import type { EnvironmentChange } from './environments.queries.ts';

/** A row of the list. `key` is its React key. */
interface Row {
  key: number;
  name: string;
  value: string;
}

export interface SecretRow extends Row {
  /** True if a value is stored. The stored value is never shown; a non-empty `value` replaces it. */
  isStored: boolean;
}

export interface EnvironmentDraft {
  name: string;
  variables: Row[];
  secrets: SecretRow[];
}

let lastKey = 0;

export const newVariable = (name = '', value = ''): Row => ({ key: ++lastKey, name, value });

export const newSecret = (name = '', isStored = false): SecretRow => ({
  key: ++lastKey,
  name,
  value: '',
  isStored,
});

export function openDraft(environment: Environment | undefined): EnvironmentDraft {
  if (!environment) return { name: '', variables: [newVariable()], secrets: [] };
  return {
    name: environment.name,
    variables: Object.entries(environment.variables).map((entry) => newVariable(...entry)),
    secrets: environment.secrets.map(({ name }) => newSecret(name, true)),
  };
}

export interface DraftProblems {
  name?: string;
  /** Error messages by row key. */
  names: ReadonlyMap<number, string>;
  values: ReadonlyMap<number, string>;
}

/** @returns the problems, or undefined if the draft can be saved */
export function draftProblems(draft: EnvironmentDraft): DraftProblems | undefined {
  const names = new Map<number, string>();
  const values = new Map<number, string>();
  for (const rows of [filled(draft.variables), draft.secrets]) {
    const seen = new Set<string>();
    for (const { key, name } of rows) {
      const problem = name.trim() === '' ? 'Enter a name.' : environmentNameProblem(name.trim());
      if (problem) names.set(key, problem);
      else if (seen.has(name.trim())) names.set(key, 'This name is already used.');
      seen.add(name.trim());
    }
  }
  for (const { key, value, isStored } of draft.secrets) {
    const problem = isStored && value === '' ? undefined : secretProblem(value);
    if (problem) values.set(key, problem);
  }
  const isNamed = draft.name.trim() !== '';
  if (isNamed && names.size + values.size === 0) return undefined;
  return { ...(!isNamed && { name: 'Enter a name.' }), names, values };
}

/** Returns the change from the stored environment to the draft. */
export function changeOf(
  { name, variables, secrets }: EnvironmentDraft,
  before: Environment | undefined,
): EnvironmentChange & { name: string } {
  const kept = new Set(secrets.map((row) => row.name.trim()));
  const removed = (before?.secrets ?? []).filter((one) => !kept.has(one.name));
  return {
    name: name.trim(),
    variables: Object.fromEntries(filled(variables).map((row) => [row.name.trim(), row.value])),
    secrets: Object.fromEntries([
      ...removed.map((one) => [one.name, null] as const),
      ...secrets
        .filter(({ value }) => value !== '')
        .map((row) => [row.name.trim(), row.value] as const),
    ]),
    ...(before && { version: before.version }),
  };
}

/** Leaves out empty rows. */
const filled = (rows: Row[]) =>
  rows.filter(({ name, value }) => name.trim() !== '' || value !== '');
