/**
 * A backup is one file, tar and gzip, in this order: `manifest.json`; `tables/NAME/N.json`, rows as
 * PostgreSQL prints them, so that every type is restored exactly; `files/KEY`, the content of the
 * storage; `end.json` with the counts. Without its end, a backup is incomplete. The format is the
 * same for the embedded database and for PostgreSQL, and moves between them.
 */

export const backupFormat = 1;

export interface BackupManifest {
  format: typeof backupFormat;
  /** Release of Parley that made the backup. */
  version: string;
  madeAt: string;
  /** Value of `when` in the newest migration of its tables. */
  migration: number;
  /** Columns by table, in order, without generated ones. */
  tables: Record<string, string[]>;
  /** Last values by sequence. */
  sequences: Record<string, number>;
  /** Tells if a given secret is the one that encrypted the stored secrets. */
  secretCheck: string;
  /** Null if the secret is set by PARLEY_SECRET and has to be kept elsewhere. */
  secret: string | null;
}

export interface BackupEnd {
  /** Rows by table. */
  rows: Record<string, number>;
  files: number;
}
