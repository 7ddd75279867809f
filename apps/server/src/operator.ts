/** `npm run operator`: sets who operates this installation, and replaces its secret. */
import { parseArgs } from 'node:util';
import { acceptSecret } from './accept-secret.ts';
import { operatorHelp, runOperatorCommand } from './modules/identity/identity.ts';
import { readConfig } from './platform/config/config.ts';
import { FolderInUseError } from './platform/database/embedded/folder-lock.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { whatWentWrong } from './platform/errors/what-went-wrong.ts';
import { createLog } from './platform/observability/log.ts';
import { rotateSecret } from './rotate-secret.ts';

const secretCommands: Record<string, typeof rotateSecret | typeof acceptSecret> = {
  'accept-secret': acceptSecret,
  'rotate-secret': rotateSecret,
};

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(operatorHelp);
  else if (positionals.length === 0) throw new StartError(operatorHelp);
  else await run(positionals);
} catch (error) {
  console.error(whatWentWrong(error));
  process.exitCode = 1;
}

async function run(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openDatabase(config, createLog('warn')).catch(explainInUse);
  try {
    const [command = '', ...more] = args;
    const ofSecret = more.length === 0 ? secretCommands[command] : undefined;
    console.log(await (ofSecret ? ofSecret(db, config) : runOperatorCommand(db, args)));
  } finally {
    await close();
  }
}

function explainInUse(error: unknown): never {
  if (!(error instanceof FolderInUseError)) throw error;
  throw new StartError(`${error.message}\nStop the server, run this again, and start it.`);
}
