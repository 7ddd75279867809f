/** Health checks: live (the process answers) and ready (the database answers, too). */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Platform } from '../platform.ts';

/**
 * Time limit for active requests when the server no longer accepts connections, in milliseconds. Jobs and runs have their own
 * limits.
 */
const endTimeoutMs = 8000;

export interface Health {
  /**
   * Closes the server without refusing requests. First it reports that it is not ready and keeps serving until a load balancer
   * has noticed (`drainMs`). Then it accepts no more connections and lets active requests finish.
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
    // Makes the client's next request go to a server that keeps running.
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
