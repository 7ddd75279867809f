/** Starts a server in one of its roles on a started platform. */
import { startApi } from './api.ts';
import { runDemoBot } from './demo-bot.ts';
import { nameOperatorCommand } from './modules/identity/identity.ts';
import { operationsGauges } from './modules/operations/operations.ts';
import { applyEdition } from './modules/organizations/organizations.ts';
import { startMetricsServer } from './platform/http/metrics-server.ts';
import type { Log } from './platform/observability/log.ts';
import type { Platform } from './platform/platform.ts';
import { startPresence } from './platform/presence.ts';
import type { Role } from './role.ts';
import { startWorker } from './worker.ts';

/** Time limit of a stop in milliseconds. The process exits when it is over. */
const stopTimeoutMs = 30_000;

/**
 * Time in milliseconds during which a second signal is ignored. Ctrl-C arrives twice: from the terminal, and from npm, which
 * forwards it.
 */
const sameWishMs = 1000;

interface Part {
  close(): Promise<void>;
}

export interface Server extends Part {
  /** Null if no demo bot is running. */
  demoBotPort: number | null;
}

/** Starts a server. Its parts close in reverse order, including when a later part fails to start. */
export async function startServer(role: Role, base: Platform): Promise<Server> {
  const { config, log } = base;
  const parts: Part[] = [base];
  const close = async () => {
    for (const part of parts.toReversed()) await part.close();
  };
  try {
    const demoBot = await runDemoBot(config, log);
    if (demoBot) parts.push(demoBot);
    const demoBotPort = demoBot?.port ?? null;
    const platform = { ...base, config: { ...config, demoBotPort } };
    if (config.metrics) {
      parts.push(await startMetricsServer(platform, config.metrics, operationsGauges(platform)));
    }
    parts.push(await startPresence(platform, role));
    if (role !== 'worker') await applyEdition(platform);
    if (role !== 'worker') await nameOperatorCommand(platform);
    if (role !== 'api') parts.push(await startWorker(platform, demoBot ? [demoBot.address] : []));
    if (role !== 'worker') parts.push(await startApi(platform));
    else log.info('The worker waits for runs and jobs');
    return { demoBotPort, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Stops on signals. The first signal lets active work finish; a second one exits at once. SIGHUP, which arrives when a terminal
 * closes or npm exits, never counts as the second.
 */
export function stopOnSignal(server: Part, log: Log): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      const isAnotherWish = performance.now() - stoppingSince > sameWishMs;
      if (signal !== 'SIGHUP' && isAnotherWish) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'Stopping');
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    await server.close();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        log.error({ err: error }, 'The stop failed');
        process.exit(1);
      });
    });
  }
}
