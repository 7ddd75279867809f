import type { Database } from './db.ts';

/** A person who deletes their account, and the organizations that belong to them alone. */
export interface Deleted {
  userId: string;
  organizationIds: string[];
}

/**
 * Order of deletions: first rows that cause other rows to be written, then the figures and records
 * that they wrote, then names of deleted things in rows that stay.
 */
const phases = ['work', 'records', 'mentions'] as const;

/** Removes rows of a module that are too many for one statement. */
export interface Deletion {
  phase: (typeof phases)[number];
  /**
   * Removes a bounded number of rows, and may be called again at any time.
   *
   * @returns true if there may be more of them
   */
  removeSome(db: Database, deleted: Deleted): Promise<boolean>;
}

export type RemoveSome = Deletion['removeSome'];

/**
 * Makes one step of the deletions of all modules. Goes through the phases in order and stops at the first deletion that has
 * something left.
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

/** Things that rows of other modules mention; the rows keep the name after the thing is deleted. */
export type Mentioned = 'suite' | 'project' | 'device';

/**
 * Removes the mentions of something before it is deleted; the deletion itself would change years of rows in one statement. Each
 * step is committed, so an interrupted deletion gets further the next time.
 */
export type ForgetMentions = (db: Database, mentioned: Mentioned, id: string) => Promise<void>;
