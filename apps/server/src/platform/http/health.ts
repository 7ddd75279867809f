/** Health checks: alive (the process answers) and ready (so does the database). */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Platform } from '../platform.ts';

/** Time in milliseconds that active requests get to finish once no new ones are accepted. Jobs and runs have separate limits. */
const endTimeoutMs = 8000;

export interface Health {
  /**
   * Closes the server without refusing requests: first it reports that it is not ready, and keeps
   * serving for as long as a load balancer needs to notice. Then it accepts no more connections and
   * lets active requests end.
   */
  closeInOrder(): Promise<void>;
}

export function mountHealth(app: FastifyInstance, { db, config }: Platform): Health {
  let isStopping = false;
  const open = { config: { rateLimit: false } };
  app.get('/livez', open, async () => ({ status: 'ok' }));
  app.get('/readyz', open, async () => {
    if (isStopping) throw new ApiError('unavailable');
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
  app.addHook('onSend', async (_request, reply) => {
    // The next request of this client goes to a server that stays.
    if (isStopping) void reply.header('connection', 'close');
  });
  return {
    async closeInOrder() {
      isStopping = true;
      await sleep(config.drainMs);
      const cut = setTimeout(() => app.server.closeAllConnections(), endTimeoutMs);
      await app.close();
      clearTimeout(cut);
    },
  };
}
