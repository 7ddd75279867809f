/** The demo bot, which the server starts and the first test suite uses. */
import { type DemoBot as Bot, startDemoBot } from '@parley/demo-bot';
import { keepDemoBotPort, keptDemoBotPort } from './kept-demo-bot-port.ts';
import type { Config } from './platform/config/config.ts';
import { ownListeners } from './platform/egress/own-listeners.ts';
import type { Log } from './platform/observability/log.ts';

export interface DemoBot {
  port: number;
  /** `host:port` of the bot; egress allows it. */
  address: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Number of ports after the configured port to try before falling back to any free port. */
const neighbours = 20;

/**
 * Starts the demo bot, on another port if the configured one is taken. Later starts use the same port again, because suites
 * contain it by then. If the bot cannot start, the server logs a warning and runs without it.
 *
 * @returns undefined if the demo bot is turned off or cannot start
 */
export async function runDemoBot(config: Config, log: Log): Promise<DemoBot | undefined> {
  const { demoBotPort: configured, dataFolder } = config;
  if (configured === null) return undefined;
  const wanted = keptDemoBotPort(dataFolder, configured) ?? configured;
  try {
    const bot = await startAtFirstFree(candidates(wanted, configured, config));
    const port = Number(new URL(bot.url).port);
    log.info(
      port === wanted
        ? `The demo bot answers at ${bot.url}`
        : `Port ${wanted} is in use, so the demo bot answers at ${bot.url} from now on`,
    );
    if (port !== wanted) keepDemoBotPort(dataFolder, { configured, port }, log);
    return { port, address: `${host}:${port}`, close: bot.close };
  } catch (error) {
    log.warn(`The demo bot did not start: ${(error as Error).message}`);
    return undefined;
  }
}

function candidates(wanted: number, configured: number, config: Config): number[] {
  const { ownPorts } = ownListeners(config);
  const near = Array.from({ length: neighbours + 1 }, (_, index) => configured + index);
  const ports = [wanted, ...near].filter((port) => port <= 65_535);
  return [...ports.filter((port) => !ownPorts.includes(port)), 0];
}

async function startAtFirstFree([port, ...others]: number[]): Promise<Bot> {
  try {
    return await startDemoBot({ host, port });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EADDRINUSE', 'EACCES'].includes(code) || others.length === 0) throw error;
    return startAtFirstFree(others);
  }
}
