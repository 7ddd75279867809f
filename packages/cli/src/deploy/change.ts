/** A change that a deploy makes, and what all kinds of changes share. */
import { UsageError } from '../exit-codes.ts';
import type { CallServer } from '../server-client.ts';
import type { FromEnvironment } from './value-reader.ts';

/** Ids of what was created, by the part of the configuration that asks for it. */
export type Created = Map<object, string>;

export interface Change {
  action: 'create' | 'update' | 'delete';
  kind:
    | 'project'
    | 'environment'
    | 'agent'
    | 'library'
    | 'suite'
    | 'monitor'
    | 'exclusion calendar'
    | 'virtual device'
    | 'alert channel'
    | 'webhook'
    | 'status page';
  /** Name to show, such as `Bank › Opening hours`. */
  name: string;
  /** What differs, in words. */
  details: string[];
  /** Makes the change. Later changes find what earlier ones created. */
  make(call: CallServer, created: Created): Promise<void>;
}

/** Something of the server that the configuration lacks, and that stays. */
export interface Kept {
  kind: Change['kind'];
  name: string;
}

/** What a deploy does to things of one kind. */
export interface PlanPart {
  changes: Change[];
  /** Made after all other changes. */
  deletions: Change[];
  kept: Kept[];
}

export interface PlanOptions {
  /** Deletes what the configuration lacks. */
  deletes: boolean;
  /** Sends secrets and destinations again that the server has. */
  setsSecrets: boolean;
  environment: NodeJS.ProcessEnv;
  /** Keeps the signing secret of a new webhook, which the server shows only once. */
  keepSecret?: (webhook: string, signingSecret: string) => Promise<void>;
}

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** @returns the value of a secret. @throws UsageError if the environment lacks it */
export function secretOf(
  { env }: FromEnvironment,
  what: string,
  { environment }: PlanOptions,
): string {
  const value = environment[env];
  if (value) return value;
  throw new UsageError(`Set ${env} to ${what}. Nothing was changed.`);
}

/** @returns what happens to things of the server that the configuration lacks */
export function lacking<T extends { id: string; name: string }>(
  kind: Change['kind'],
  found: T[],
  wanted: { name: string }[],
  {
    deletes,
    nameOf = ({ name }) => name,
    pathOf,
  }: {
    deletes: boolean;
    nameOf?: (one: T) => string;
    pathOf: (one: T) => string;
  },
): Omit<PlanPart, 'changes'> {
  const lacked = found.filter((one) => !wanted.some(({ name }) => sameName(name, one.name)));
  if (!deletes) return { deletions: [], kept: lacked.map((one) => ({ kind, name: nameOf(one) })) };
  return {
    kept: [],
    deletions: lacked.map((one) => ({
      action: 'delete',
      kind,
      name: nameOf(one),
      details: [],
      make: async (call) => void (await call('DELETE', pathOf(one))),
    })),
  };
}

/** A thing that other parts of the configuration name: one of the server, or one that the deploy creates. */
export interface Reference {
  id?: string;
  wanted?: object;
}

export const idOf = ({ id, wanted }: Reference, created: Created): string =>
  id ?? (wanted && created.get(wanted)) ?? '';

/** Finds what a name refers to. */
export type FindReference = (name: string, user: string) => Reference;

/**
 * @param wanted those of the configuration; undefined if it says nothing of their kind
 * @returns a finder, which refuses names of nothing and of what `--delete` would delete
 */
export function references(
  kind: Change['kind'],
  found: { id: string; name: string }[],
  wanted: { name: string }[] | undefined,
  deletes: boolean,
): FindReference {
  return (name, user) => {
    const one = wanted?.find((each) => sameName(each.name, name));
    const stored = found.find((each) => sameName(each.name, name));
    if (!one && !stored) throw new UsageError(`There is no ${kind} "${name}".`);
    if (!one && wanted && deletes)
      throw new UsageError(
        `"${user}" uses the ${kind} "${name}", which is not in the file, so --delete would delete it.`,
      );
    return { ...(stored && { id: stored.id }), ...(one && { wanted: one }) };
  };
}
