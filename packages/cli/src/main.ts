/** `parley`: runs suites, either from files or on a server. Each command is loaded only when it is called. */
import { enableCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { type Command, commands } from './commands.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';

// Reading and compiling the program is most of what a small run costs; the cache saves it from the second start on.
enableCompileCache();

const allCommands: Record<string, () => Promise<Pick<Command, 'run'>>> = {
  ...commands,
  completion: async () => ({ run: (await import('./completion.ts')).completionCommand }),
};

const help = `Parley tests conversational applications.

  parley run [files]      run suites and report the results
  parley run <suite id>   the same for a suite on a server
  parley gate <report>    decide whether a version can be released
  parley judge <project>  show and measure the judge of a project on a server
  parley lint [files]     check suites without running them
  parley watch [files]    run suites again whenever they change
  parley open <report>    show a run as one page, which needs no server
  parley deploy           make a server have what parley.config.yml says
  parley pull [folder]    write what a server has as parley.config.yml and suites
  parley import <files>   create a suite from Botium BotScript or Rasa end-to-end tests
  parley export <file>    write a suite as BotScript or Rasa end-to-end tests
  parley otel check <file>  show what an agent's spans lack as evidence
  parley ears check       check whether speech recognition works here
  parley mcp              let an assistant or editor use a server
  parley schema           print the JSON Schema of suites, for editors
  parley docs             open the guide, even offline
  parley init [folder]    write a first suite
  parley completion <shell>  complete commands and options in bash, zsh or fish

See COMMAND --help for each command. With --json, commands print their result for programs.
Files can be folders; the default is the current folder.
`;

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (name === '--version') {
    const { default: own } = await import('../package.json', { with: { type: 'json' } });
    process.stdout.write(`${own.version}\n`);
    return exitCodes.passed;
  }
  const load = Object.hasOwn(allCommands, name) ? allCommands[name] : undefined;
  if (!load) throw new UsageError(`There is no command "${name}". See parley --help.`);
  return (await load()).run(args);
}

let isHeard = true;
// If standard output breaks, other reports are still written, and a run on a server is still followed to its end.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Don't complain about a reader that closes the pipe early, such as `head`.
  if (isHeard && code !== 'EPIPE')
    process.stderr.write(`Standard output can't be written: ${message}.\n`);
  isHeard = false;
});
process.stderr.on('error', () => {});
process.on('exit', (code) => {
  if (code === exitCodes.passed && !isHeard) process.exitCode = exitCodes.error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } = ended(error as NodeJS.ErrnoException);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

/**
 * Converts an error to a message and an exit code. The code is never 1, Node's default, because that means that a test failed.
 */
function ended(error: NodeJS.ErrnoException): { message: string; exitCode: number } {
  if (error instanceof CommandError) return error;
  // A file system error: its message is meant for people.
  if (error.syscall !== undefined) return new UsageError(error.message);
  return { message: inspect(error), exitCode: exitCodes.error };
}
