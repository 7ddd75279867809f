/**
 * Version of the backup format. A backup is one gzipped tar file with these entries, in this order: `manifest.json`;
 * `tables/NAME/N.json`, rows as PostgreSQL prints them, so that every type is restored exactly; `files/KEY`, the stored files;
 * `end.json` with the counts. Without `end.json`, a backup is incomplete. The embedded database and PostgreSQL share the
 * format, so a backup of one can be restored into the other.
 */

export const backupFormat = 1;

export interface BackupManifest {
  format: typeof backupFormat;
  /** Parley release that made the backup. */
  version: string;
  madeAt: string;
  /** `when` of the newest migration that the tables have. */
  migration: number;
  /** Columns of each table, in order, without generated columns. */
  tables: Record<string, string[]>;
  /** Last value of each sequence; 0 if it was never used. */
  sequences: Record<string, number>;
  /** Check value that identifies the secret with which stored secrets are encrypted. */
  secretCheck: string;
  /** Null if PARLEY_SECRET sets the secret, which then has to be kept elsewhere. */
  secret: string | null;
}

export interface BackupEnd {
  /** Number of rows of each table. */
  rows: Record<string, number>;
  files: number;
}
