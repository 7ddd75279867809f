/** Prints the folder whose copies are data folders with all tables, for programs that do not load the server. */
import { prepareDataFolder } from './database-template.ts';

process.stdout.write(await prepareDataFolder());
