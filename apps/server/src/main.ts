/** The server. Its role is the first argument: `api`, `worker`, or `all` (both in one process). */
import { jobs } from './jobs.ts';
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { startPlatform } from './platform/platform.ts';
import { StartError } from './platform/start-error.ts';
import { startTracing } from './platform/tracing.ts';
import { startWatchdog } from './platform/watchdog.ts';
import { type Role, roles, startServer, stopOnSignal } from './server.ts';

try {
  const role = readRole(process.argv[2]);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const tracing = config.hasTraces ? await startTracing(role) : undefined;
  const watchdog = startWatchdog();
  const server = await startServer(role, await startPlatform({ config, log, jobs }));
  stopOnSignal(
    {
      async close() {
        await server.close();
        await watchdog.close();
        await tracing?.close();
      },
    },
    log,
  );
} catch (error) {
  // What the operator can mend is said without a stack trace.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

function readRole(argument = 'all'): Role {
  const role = roles.find((known) => known === argument);
  if (role !== undefined) return role;
  throw new StartError(`There is no role ${argument}; there are ${roles.join(', ')}.`);
}
