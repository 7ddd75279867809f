/** The demo bot beside the server, for the first test suite to talk to. */
import { startDemoBot } from '@parley/demo-bot';
import type { Config } from './platform/config.ts';
import type { Log } from './platform/log.ts';

export interface DemoBot {
  /** `host:port`, for egress to let through. */
  address: string;
  close(): Promise<void>;
}

/** A taken port is no reason not to serve: the demo bot is missing then, and the log says so. */
export async function runDemoBot(config: Config, log: Log): Promise<DemoBot | undefined> {
  if (config.demoBotPort === null) return undefined;
  try {
    const bot = await startDemoBot({ host: '127.0.0.1', port: config.demoBotPort });
    log.info(`The demo bot answers at ${bot.url}`);
    return { address: new URL(bot.url).host, close: bot.close };
  } catch (error) {
    log.warn({ err: error }, 'The demo bot did not start. PARLEY_DEMO_BOT_PORT chooses its port.');
    return undefined;
  }
}
