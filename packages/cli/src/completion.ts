/** `parley completion`: shell completion of commands and options, generated from the help of each command. */
import { readArguments } from './command-line.ts';
import { commands } from './commands.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { printJson } from './print-json.ts';

const help = `parley completion bash|zsh|fish: prints a script that completes commands and options.

  --json                  print the commands and options for programs instead

bash: add to ~/.bashrc    source <(parley completion bash)
zsh: add to ~/.zshrc      source <(parley completion zsh)
fish:                     parley completion fish > ~/.config/fish/completions/parley.fish
`;

interface Option {
  name: string;
  short?: string;
  /** Name of the option's value; absent for a switch. */
  value?: string;
  about: string;
}

export interface CommandOptions {
  name: string;
  about: string;
  options: Option[];
}

const shells: Record<string, (all: CommandOptions[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function completionCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => optionsOf(name, (await load()).help)),
  );
  all.push(optionsOf('completion', help));
  if (values.json) {
    printJson({ commands: withOptionsOfRun(all) });
    return exitCodes.passed;
  }
  const [shell = ''] = positionals;
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!script || positionals.length > 1)
    throw new UsageError('Name a shell: bash, zsh or fish. See parley completion --help.');
  process.stdout.write(script(withOptionsOfRun(all)));
  return exitCodes.passed;
}

/** Parses the options in a command's help, so that they need no second list. */
export function optionsOf(name: string, text: string): CommandOptions {
  const [, about = ''] = /^[^\n]*?: (.+?)\.?$/m.exec(text) ?? [];
  const listed = /^ {2}(?:-(\w), )?--([a-z][\w-]*)(?: (<[^>\n]+>\S*|[\w-]+))? {2,}(.*)$/gm;
  const options = [...text.matchAll(listed)].map(([, short, option = '', value, says = '']) => ({
    name: option,
    ...(short !== undefined && { short }),
    ...(value !== undefined && { value: value.replaceAll(/[<>]/g, '') }),
    about: says.split(/[,;:(] ?/)[0]?.trim() ?? '',
  }));
  return { name, about, options: [...options, { name: 'help', short: 'h', about: 'show help' }] };
}

/** Options that a command shares with `parley run`. */
const sharedWithRun: Record<string, (option: string) => boolean> = {
  gate: (option) => /^(repeat|workers|retries|tag|grep|env|data|otlp-port|otlp-host)$/.test(option),
  watch: (option) => !/^(server|label|json)$/.test(option),
};

function withOptionsOfRun(all: CommandOptions[]): CommandOptions[] {
  const run = all.find(({ name }) => name === 'run')?.options ?? [];
  return all.map((command) => {
    const own = new Set(command.options.map(({ name }) => name));
    const shared = run.filter(
      ({ name }) => !own.has(name) && sharedWithRun[command.name]?.(name) === true,
    );
    return { ...command, options: [...command.options, ...shared] };
  });
}

/** Words that can come before the options of a command. */
const subcommands: Record<string, string[]> = {
  otel: ['check'],
  ears: ['check', 'calibrate'],
  schema: ['suite', 'testing.json', 'parley.config.yml'],
  completion: Object.keys(shells),
};

const choicesOf = ({ value = '' }: Option): string[] =>
  /^\w[\w-]*(\|\w[\w-]*)+$/.test(value) ? value.split('|') : [];

function bashScript(all: CommandOptions[]): string {
  const choices = all.flatMap(({ name, options }) =>
    options.flatMap((option) => {
      const words = choicesOf(option).join(' ');
      return words ? [`    ${name}:--${option.name}) words='${words}' ;;`] : [];
    }),
  );
  const options = all.map(
    ({ name, options: own }) =>
      `    ${name}) words='${own.map((one) => `--${one.name}`).join(' ')}' ;;`,
  );
  const more = Object.entries(subcommands).map(
    ([name, words]) => `    ${name}) words='${words.join(' ')}' ;;`,
  );
  return `# Completion of parley for bash.
_parley() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${all.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}:$previous" in
${choices.join('\n')}
  esac
  if [ -z "$words" ]; then
    case $current in
    -*) case \${COMP_WORDS[1]} in
${options.join('\n')}
    esac ;;
    *) [ "$COMP_CWORD" -eq 2 ] && case \${COMP_WORDS[1]} in
${more.join('\n')}
    esac ;;
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _parley parley
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const described = (name: string, about: string): string =>
  quoted(`${name.replaceAll(':', '\\:')}:${about}`);

function zshScript(all: CommandOptions[]): string {
  const cases = all.map(
    ({ name, options }) =>
      `    ${name}) options=(${options.map((one) => described(`--${one.name}`, one.about)).join(' ')}) ;;`,
  );
  const more = Object.entries(subcommands).map(
    ([name, words]) => `    ${name}) more=(${words.join(' ')}) ;;`,
  );
  return `#compdef parley
# Completion of parley for zsh.
_parley() {
  local -a commands options more
  if (( CURRENT == 2 )); then
    commands=(${all.map(({ name, about }) => described(name, about)).join(' ')})
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  case $words[2] in
${more.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option options
  elif (( CURRENT == 3 && $#more )); then compadd -- $more
  else _files; fi
}
compdef _parley parley
`;
}

function fishScript(all: CommandOptions[]): string {
  const lines = all.flatMap(({ name, about, options }) => [
    `complete -c parley -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
    ...(subcommands[name] ?? []).map(
      (word) => `complete -c parley -n '__fish_seen_subcommand_from ${name}' -a ${word}`,
    ),
    ...options.map((option) => {
      const choices = choicesOf(option);
      return [
        `complete -c parley -n '__fish_seen_subcommand_from ${name}' -l ${option.name}`,
        ...(option.short === undefined ? [] : [`-s ${option.short}`]),
        ...(option.value === undefined ? [] : ['-r']),
        ...(choices.length > 0 ? [`-f -a ${quoted(choices.join(' '))}`] : []),
        `-d ${quoted(option.about)}`,
      ].join(' ');
    }),
  ]);
  return `# Completion of parley for fish.\n${lines.join('\n')}\n`;
}
