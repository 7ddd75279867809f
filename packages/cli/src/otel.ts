/** `parley otel check`: holds one conversation with an agent, and reports what its spans lack as evidence. */
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { createOperatorEgress } from '@parley/egress';
import {
  checkExport,
  type ExportFinding,
  runSuite,
  type SeenRequest,
  type SpanBook,
} from '@parley/engine';
import { expandBlocks, type RunEvent, type Suite, withEnvironment } from '@parley/suite';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { readArguments, wholeNumber } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { findSuites } from './find-suites.ts';
import { hasErrors, printProblems } from './lint.ts';
import { listenForSpans } from './listen-for-spans.ts';
import { printJson } from './print-json.ts';
import { readEnvironment } from './read-environment.ts';
import { parseGrep, selectTests } from './select-tests.ts';

export const help = `parley otel check <file>: runs one test, and shows what the agent's spans lack as evidence.

  -g, --grep <pattern>    the first test whose name matches this regular expression; choose one with a tool call
  --env <file>            the environment with the variables and secrets of the suite
  --url <address>         talk to the agent at this address instead of the suite's
  --otlp-port <n>         receive OpenTelemetry spans on this port (default 4318)
  --otlp-host <address>   listen on this address instead of 127.0.0.1
  --json                  print the findings for programs
  --wait <seconds>        longest wait for spans after the conversation (default 15, at most 300)

The verdict of the test does not count. Exit codes: 0 nothing is missing, 2 wrong usage, 3 the suite has errors,
4 something is missing or was not shown, 130 cancelled.
`;

const portDefault = 4318;
const waitSecondsDefault = 15;
const waitSecondsMax = 300;

export async function otelCommand([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h') {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (name !== 'check') {
    throw new UsageError(`There is no command "otel ${name}". See parley otel --help.`);
  }
  return check(args);
}

async function check(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    grep: { type: 'string', short: 'g' },
    env: { type: 'string' },
    url: { type: 'string' },
    'otlp-port': { type: 'string' },
    'otlp-host': { type: 'string' },
    wait: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length !== 1) throw new UsageError('Name one suite. See parley otel --help.');
  const port = wholeNumber('otlp-port', values['otlp-port'] ?? String(portDefault), 1, 65_535);
  const wait = wholeNumber('wait', values.wait ?? String(waitSecondsDefault), 1, waitSecondsMax);
  const files = await findSuites(positionals);
  if (files.some(hasErrors)) {
    printProblems(files, process.stderr);
    return exitCodes.invalidSuite;
  }
  const environment =
    values.env === undefined ? undefined : await readEnvironment(values.env, process.env);
  const [file] = selectTests(files, {
    ...(values.grep !== undefined && { grep: parseGrep(values.grep) }),
    tags: [],
    excludedTags: [],
  });
  const selected = file && (environment ? withEnvironment(file.suite, environment) : file.suite);
  const suite = selected && withOneTest(expandBlocks(selected), values.url);
  if (!suite) throw new UsageError('No test matches.');

  const requests: SeenRequest[] = [];
  const host = values['otlp-host'];
  await using receiver = await listenForSpans({
    ...{ port, ...(host && { host }) },
    onRequest: (seen) => requests.push(seen),
  });
  const turns: ReturnType<SpanBook['openTurn']>[] = [];
  const spans: SpanBook = {
    ...receiver.spans,
    openTurn(conversation) {
      const turn = receiver.spans.openTurn(conversation);
      // Don't close: spans that arrive after the conversation are checked too.
      turn.close = () => {};
      turns.push(turn);
      return turn;
    },
  };
  const signal = cancelledByInterrupt();
  const ending = await converse(suite, { spans, signal });
  const sources = selected?.configuration.evidence?.sources ?? [];
  const look = () => checkExport({ requests, turns, sources, url: receiver.url });
  const until = performance.now() + wait * 1000;
  do {
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  } while (!signal.aborted && performance.now() < until && look().some(isOpen));
  if (signal.aborted) return exitCodes.cancelled;
  const findings = look();
  if (values.json) printJson({ ...(ending && { interrupted: ending }), findings });
  else print(findings, ending);
  return findings.some(isOpen) ? exitCodes.error : exitCodes.passed;
}

const lookEveryMs = 250;

const isOpen = ({ standing }: ExportFinding) => standing !== 'ok';

/**
 * Reduces a suite to its first test that is not skipped. The test does not wait for spans, since nothing is judged.
 *
 * @returns undefined if all tests are skipped
 */
function withOneTest(suite: Suite, url: string | undefined): Suite | undefined {
  const { configuration, tests } = suite;
  const test = tests.find(({ mode }) => mode !== 'skip');
  const { channel, evidence } = configuration;
  if (!test) return undefined;
  const changed = {
    ...configuration,
    ...(channel && url !== undefined && { channel: { ...channel, url } }),
    evidence: { sources: evidence?.sources ?? [], settleMs: 0, timeoutMs: 0 },
  };
  return { ...suite, tests: [test], configuration: changed };
}

/** Holds the conversation. @returns why it was interrupted, in words; undefined if it was not */
async function converse(
  suite: Suite,
  { spans, signal }: { spans: SpanBook; signal: AbortSignal },
): Promise<string | undefined> {
  let failure: string | undefined;
  await runSuite({
    suite,
    spans,
    signal,
    egress: createOperatorEgress(),
    repeat: { maxTries: 1 },
    emit(event: RunEvent) {
      const isBroken =
        (event.type === 'test.finished' && event.outcome === 'error') ||
        (event.type === 'run.finished' && event.status === 'error');
      if (isBroken) failure ??= event.failure?.message;
    },
  });
  return failure;
}

const marks = {
  ok: styleText('green', '✓'),
  missing: styleText('red', '✗'),
  unknown: styleText('yellow', '?'),
};

function print(findings: readonly ExportFinding[], ending: string | undefined): void {
  const lines = findings.flatMap(({ check: about, standing, says, hint }) => [
    `${marks[standing]} ${about.padEnd(columnWidth)}${says}`,
    ...(hint ? [`  ${' '.repeat(columnWidth)}${hint}`] : []),
  ]);
  if (ending) lines.unshift(`The conversation was interrupted: ${ending}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

const columnWidth = 14;
