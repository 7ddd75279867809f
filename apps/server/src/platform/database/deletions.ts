import type { Database } from './db.ts';

/** A person who deletes their account, and the organizations that are theirs alone. */
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

/** Makes one step of the deletions of all modules: the first, by phase, that has something left takes it. */
export function removeInPhases(deletions: readonly Deletion[]): RemoveSome {
  const inOrder = phases.flatMap((phase) =>
    deletions.filter((deletion) => deletion.phase === phase),
  );
  return async (db, deleted) => {
    for (const { removeSome } of inOrder) if (await removeSome(db, deleted)) return true;
    return false;
  };
}

/** What rows of modules above mention, and keep the name of when it is deleted. */
export type Mentioned = 'suite' | 'project' | 'device';

/**
 * Removes the mentions of something before it is deleted, which would change the rows of years in one statement.
 * Each step is kept, so a deletion that is cut off gets further the next time.
 */
export type ForgetMentions = (db: Database, mentioned: Mentioned, id: string) => Promise<void>;
