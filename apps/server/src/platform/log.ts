/** Structured logs. What lets somebody in (tokens, codes, passwords) never gets into a line. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { capLine, withoutControls } from './cap-line.ts';
import { forgetParameters } from './forget-parameters.ts';

export type Log = Logger;

/** Fields whose values are replaced. */
const secretFields = ['token', 'password', 'secret', 'authorization', 'cookie'];

/** Parameters of addresses whose values are replaced: also those that identity providers send. */
const secretParameters = /([?&#](?:token|code|state|password|secret)=)[^&#\s"]*/gi;

/** An address as it may be logged. */
export function withoutSecrets(address: string): string {
  return address.replace(secretParameters, '$1[hidden]');
}

/** Lines for people at a terminal, JSON for everything else. */
function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return pino.destination({ dest: 1, sync: false });
  const terminal = pretty({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true });
  return { write: (line) => terminal.write(withoutControls(line)) };
}

export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: withoutSecrets(request.url).slice(0, 2000),
          ip: request.ip,
        }),
        err: (error: Error) => pino.stdSerializers.err(forgetParameters(error)),
      },
    },
    capped(destination ?? standardOutput()),
  );
}

/** What is still buffered when the process ends is flushed by pino's own destination. */
function capped(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(capLine(line)) };
}
