/** Stores the demo bot's port in the data folder if the configured one was taken. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from './platform/observability/log.ts';

const moveSchema = z.object({ configured: z.number(), port: z.number() });

const pathIn = (dataFolder: string): string => join(dataFolder, 'demo-bot-port.json');

/** Reads the stored port; undefined if the demo bot never moved, or the configured port has changed since. */
export function keptDemoBotPort(dataFolder: string, configured: number): number | undefined {
  try {
    const move = moveSchema.parse(JSON.parse(readFileSync(pathIn(dataFolder), 'utf8')));
    return move.configured === configured ? move.port : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the port. If this fails, a warning is logged and the demo bot still runs. */
export function keepDemoBotPort(
  dataFolder: string,
  move: z.infer<typeof moveSchema>,
  log: Log,
): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    writeFileSync(pathIn(dataFolder), JSON.stringify(move));
  } catch (error) {
    log.warn(`The port of the demo bot could not be kept: ${(error as Error).message}`);
  }
}
