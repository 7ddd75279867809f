/** Structured logs. Credentials (tokens, codes, passwords) never appear in a line. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { capLine, withoutControls } from './cap-line.ts';
import { forgetParameters } from './forget-parameters.ts';
import { judgeLine } from './outage-line.ts';

export type Log = Logger;

/** Characters that wait to be written; lines beyond are dropped. */
const waitingMax = 1_048_576;

const fatalLevel = 60;

/** Fields whose values are replaced. */
const secretFields = ['token', 'password', 'secret', 'authorization', 'cookie'];

/** URL parameters whose values are masked, including those that identity providers send. */
const secretParameters = /([?&#](?:token|code|state|password|secret)=)[^&#\s"]*/gi;

/** Masks secrets in an address for the log. */
export function withoutSecrets(address: string): string {
  return address.replace(secretParameters, '$1[hidden]');
}

/** Destination of log lines: formatted for people at a terminal, JSON for everything else. */
function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return fileOutput();
  const terminal = pretty({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true });
  return { write: (line) => terminal.write(withoutControls(line)) };
}

/** Failed writes, as on a full disk, lose lines but never stop the server. */
function fileOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: waitingMax });
  const flush = output.flushSync.bind(output);
  output.on('error', () => {
    // At the end of the process it would try for ever.
    output.flushSync = () => undefined;
  });
  // A line that is dropped starts no write by itself, so none would ever come again.
  output.on('drop', () => output.write(''));
  output.on('write', () => {
    output.flushSync = flush;
  });
  return output;
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
      hooks: {
        logMethod(args, method, lineLevel) {
          const write = () => method.apply(this, args);
          const { err } = (args[0] ?? {}) as { err?: unknown };
          if (lineLevel === fatalLevel || !judgeLine(err, write)) write();
        },
      },
    },
    capped(destination ?? standardOutput()),
  );
}

/** Shortens long lines before writing them. pino's own destination still flushes its buffer when the process ends. */
function capped(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(capLine(line)) };
}
