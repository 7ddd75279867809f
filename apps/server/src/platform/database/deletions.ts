import type { Database } from './db.ts';

/** A user who deletes their account, and the organizations that have no other members. */
export interface Deleted {
  userId: string;
  organizationIds: string[];
}

/**
 * Order of deletions: first rows whose deletion makes others write rows, then the figures and records that these wrote, then
 * names of deleted things in rows that stay.
 */
const phases = ['work', 'records', 'mentions'] as const;

/** Removes those rows of a module that are too many for one statement. */
export interface Deletion {
  phase: (typeof phases)[number];
  /**
   * Removes a limited number of rows. Can be called again at any time.
   *
   * @returns true if there may be more
   */
  removeSome(db: Database, deleted: Deleted): Promise<boolean>;
}

export type RemoveSome = Deletion['removeSome'];

/**
 * Combines the deletions of all modules into one step, which goes through the phases in order and stops at the first deletion
 * that may have rows left.
 */
export function removeInPhases(deletions: readonly Deletion[]): RemoveSome {
  const inOrder = phases.flatMap((phase) =>
    deletions.filter((deletion) => deletion.phase === phase),
  );
  return async (db, deleted) => {
    for (const { removeSome } of inOrder) if (await removeSome(db, deleted)) return true;
    return false;
  };
}

/** Things that other modules' rows mention. Those rows keep the name after the thing is deleted. */
export type Mentioned = 'suite' | 'project' | 'device';

/**
 * Removes the mentions of something before it is deleted; otherwise, the deletion would change years of rows in one statement.
 * Each step is committed, so a retry continues where an interrupted deletion stopped.
 */
export type ForgetMentions = (db: Database, mentioned: Mentioned, id: string) => Promise<void>;
