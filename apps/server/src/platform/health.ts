/** For whoever watches the server: alive (the process answers) and ready (so does the database). */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from './db.ts';

export function mountHealth(app: FastifyInstance, db: Database): void {
  const config = { rateLimit: false };
  app.get('/livez', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
}
