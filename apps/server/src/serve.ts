/** The server. Its role is the first argument: `api`, `worker`, or `all` (both in one process). */
import { readConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { createLog } from './platform/observability/log.ts';
import { startTracing } from './platform/observability/tracing.ts';
import { failJobsByRejections } from './platform/observability/unhandled-rejections.ts';
import { startWatchdog } from './platform/observability/watchdog.ts';
import { useTemporaryFolder } from './platform/storage/temporary-folder.ts';
import { readRole } from './role.ts';

/**
 * Turns off the demo bot. It runs only with the role `all`: workers in other processes could not reach it, and no suite could
 * use its address.
 */
const noDemoBot = { demoBotPort: null };

try {
  const role = readRole(process.argv[2]);
  const config = { ...readConfig(process.env), ...(role !== 'all' && noDemoBot) };
  const log = createLog(config.logLevel);
  failJobsByRejections(log);
  const tracing = config.hasTraces ? await startTracing(role) : undefined;
  const watchdog = startWatchdog();
  const temporaryFolder = role === 'api' ? undefined : await useTemporaryFolder(log);
  // The embedded database opens in its own thread while most of the program is still loading.
  const database = openDatabase(config, log);
  const [{ jobs }, { startPlatform }, { startServer, stopOnSignal }] = await Promise.all([
    import('./jobs.ts'),
    import('./platform/platform.ts'),
    import('./server.ts'),
    database,
  ]);
  const platform = await startPlatform({ config, log, jobs, database });
  const server = await startServer(role, platform);
  // Printed instead of logged, because logs may be sent elsewhere.
  const localCode = config.signIn.localSignIn?.code;
  if (localCode && role !== 'worker') {
    const address = `${config.publicUrl}/signin/userID/USER_ID#code=${localCode}`;
    console.log(`Sign in as any user, by their id, until the next start: ${address}`);
  }
  stopOnSignal(
    {
      async close() {
        await server.close();
        await temporaryFolder?.close();
        await watchdog.close();
        await tracing?.close();
      },
    },
    log,
  );
} catch (error) {
  // Errors that the operator can fix are printed without a stack trace.
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
