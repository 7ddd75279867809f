/**
 * A backup is one file, tar and gzip, in this order: `manifest.json`; `tables/NAME/N.json`, rows as
 * PostgreSQL prints a row of the table, so that every type comes back as it was; `files/KEY`, what the
 * storage holds; `end.json` with what was counted. Without its end a backup is not whole.
 *
 * It is the same for the embedded database and for PostgreSQL, and moves between them.
 */

export const backupFormat = 1;

export interface BackupManifest {
  format: typeof backupFormat;
  /** Release of Parley that made it. */
  version: string;
  madeAt: string;
  /** `when` of the newest migration of its tables. */
  migration: number;
  /** Columns in order, without generated ones. */
  tables: Record<string, string[]>;
  /** Last values. */
  sequences: Record<string, number>;
  /** Tells whether a secret is the one that the stored secrets are sealed with. */
  secretCheck: string;
  /** Null where it is configured by PARLEY_SECRET and has to be kept elsewhere. */
  secret: string | null;
}

export interface BackupEnd {
  /** Rows by table. */
  rows: Record<string, number>;
  files: number;
}
