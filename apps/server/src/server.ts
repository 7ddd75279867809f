/** A server in one of its roles on a started platform. */
import { startApi } from './api.ts';
import { runDemoBot } from './demo-bot.ts';
import { operationsGauges } from './modules/operations/operations.ts';
import { applyEdition } from './modules/organizations/organizations.ts';
import type { Log } from './platform/log.ts';
import { startMetricsServer } from './platform/metrics-server.ts';
import type { Platform } from './platform/platform.ts';
import { startPresence } from './platform/presence.ts';
import type { Role } from './role.ts';
import { startWorker } from './worker.ts';

/** A stop that takes longer is cut short. */
const stopTimeoutMs = 30_000;

export interface Server {
  close(): Promise<void>;
}

/** Its parts are closed in the reverse order of their start, also when a start fails halfway. */
export async function startServer(role: Role, platform: Platform): Promise<Server> {
  const { config, log } = platform;
  const parts: Server[] = [platform];
  const close = async () => {
    for (const part of parts.toReversed()) await part.close();
  };
  try {
    if (config.metrics) {
      parts.push(await startMetricsServer(platform, config.metrics, operationsGauges(platform)));
    }
    parts.push(await startPresence(platform, role));
    if (role !== 'worker') await applyEdition(platform);
    const demoBot = await runDemoBot(config, log);
    if (demoBot) parts.push(demoBot);
    if (role !== 'api') parts.push(await startWorker(platform, demoBot ? [demoBot.address] : []));
    if (role !== 'worker') parts.push(await startApi(platform));
    else log.info('The worker waits for runs and jobs');
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first signal ends what is at work in order, the second ends the process. */
export function stopOnSignal(server: Server, log: Log): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'Stopping');
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    await server.close();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        log.error({ err: error }, 'The stop failed');
        process.exit(1);
      });
    });
  }
}
