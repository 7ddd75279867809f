/** Structured logs. Fields and URL parameters with credentials (tokens, codes, passwords) are masked. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { capLine, withoutControls } from './cap-line.ts';
import { forgetParameters } from './forget-parameters.ts';
import { judgeLine } from './outage-line.ts';

export type Log = Logger;

/** Maximum number of characters that wait to be written. Further lines are dropped. */
const waitingMax = 1_048_576;

const fatalLevel = 60;

/** Fields whose values are masked. */
const secretFields = ['token', 'password', 'secret', 'authorization', 'cookie'];

/** Matches URL parameters whose values are masked, including those that identity providers send. */
const secretParameters = /([?&#](?:token|code|state|password|secret)=)[^&#\s"]*/gi;

/** Masks secrets in an address. */
export function withoutSecrets(address: string): string {
  return address.replace(secretParameters, '$1[hidden]');
}

/** Returns the destination of log lines: readable text at a terminal, otherwise JSON. */
function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return fileOutput();
  const terminal = pretty({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true });
  return { write: (line) => terminal.write(withoutControls(line)) };
}

/** Writes to standard output. Failed writes, for example on a full disk, lose lines but never stop the server. */
function fileOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: waitingMax });
  const flush = output.flushSync.bind(output);
  output.on('error', () => {
    // When the process exits, a flush would retry forever.
    output.flushSync = () => undefined;
  });
  // A dropped line starts no write, so without this, writing would never resume.
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

/** Shortens long lines before they are written. pino's own destination still flushes its buffer when the process ends. */
function capped(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(capLine(line)) };
}
