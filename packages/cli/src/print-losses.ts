import type { ImportLoss } from '@parley/suite';

/** Prints what could not be converted to standard error, one line each. */
export function printLosses(losses: readonly ImportLoss[]): void {
  if (losses.length === 0) return;
  const lines = losses.map(({ file, line, what, reason }) => {
    const place = [file, line].filter((part) => part !== undefined).join(':');
    return `  ${place ? `${place} ` : ''}${what}: ${reason}`;
  });
  process.stderr.write(`Not carried over (${losses.length}):\n${lines.join('\n')}\n`);
}
