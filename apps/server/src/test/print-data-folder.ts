/** Prints the path of the prepared data folder with all tables, for programs that copy it without loading the server. */
import { prepareDataFolder } from './database-template.ts';

process.stdout.write(await prepareDataFolder());
