import type { Config } from '../config/config.ts';
import type { Log } from '../observability/log.ts';
import type { OpenDatabase } from './db.ts';
import { openEmbedded } from './open-embedded.ts';
import { openPostgresql } from './open-postgresql.ts';

/** Opens and migrates the database: a server if DATABASE_URL is set, otherwise the embedded one. */
export function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  return config.databaseUrl === undefined
    ? openEmbedded(config, log)
    : openPostgresql(config, config.databaseUrl, log);
}
