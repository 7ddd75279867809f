/** `parley judge`: shows the license of a project's judge on a server, and measures the judge and its stability. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgePerturbation } from '@parley/suite';
import { counted } from '@parley/suite';
import type { ErrorFigures } from '@parley/suite/gate';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { readArguments, wholeNumber } from './command-line.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { createServerClient, type JudgePlace, type ServerClient } from './server-client.ts';
import type { Cost, ServerJudge } from './server-judge.ts';

export const help = `parley judge <project id> --server <address>: shows the license of a project's judge, and what suspends it.

  --judge <name>          the judge that suites ask for by this name (default: the judge of the project)
  --measure               ask the judge about the labeled replies that it was not asked about yet
  --stability             ask it about them again, in ways that must not change its verdict
  --max-requests <n>      measure only if that takes at most this many requests to the model
  --json                  print the judge as the API describes it
  --server <address>      the server (default: PARLEY_URL; key: PARLEY_API_KEY)

The number of requests and of tokens to read is printed before the judge is asked. Ctrl-C cancels the measurement; answers
so far are kept. Replies are labeled in the dashboard.

Exit codes: 0 the judge has a license, 2 wrong usage, 4 the server was not reached or the measurement stopped early,
5 the judge has no license, so gates that rest on it are undecided, 130 cancelled.
`;

const pollMs = 1000;

export async function judgeCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    judge: { type: 'string' },
    measure: { type: 'boolean' },
    stability: { type: 'boolean' },
    'max-requests': { type: 'string' },
    json: { type: 'boolean' },
    server: { type: 'string' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const [projectId, ...more] = positionals;
  if (projectId === undefined || more.length > 0)
    throw new UsageError(
      'Name one project by its id, which its address in the dashboard ends with.',
    );
  const max = values['max-requests'];
  const most = max === undefined ? undefined : wholeNumber('max-requests', max, 0, 1_000_000);
  const key = process.env.PARLEY_API_KEY;
  if (!key) throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  const client = createServerClient(values.server ?? process.env.PARLEY_URL ?? '', key);
  const place = { projectId, name: values.judge };
  let judge = await client.judge(place);
  if (values.measure || values.stability) {
    const signal = cancelledByInterrupt();
    const measure = new Measurement(client, place, most, signal);
    if (values.measure) judge = await measure.errors(judge);
    if (values.stability && !signal.aborted) judge = await measure.stability(judge);
    if (signal.aborted) return exitCodes.cancelled;
  }
  process.stdout.write(values.json ? `${JSON.stringify(judge, null, 2)}\n` : inWords(judge));
  return judge.licence.state === 'valid' ? exitCodes.passed : exitCodes.undecided;
}

/** Starts measurements and follows them. */
class Measurement {
  readonly #client: ServerClient;
  readonly #place: JudgePlace;
  readonly #most: number | undefined;
  readonly #signal: AbortSignal;

  constructor(
    client: ServerClient,
    place: JudgePlace,
    most: number | undefined,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#place = place;
    this.#most = most;
    this.#signal = signal;
  }

  async errors(judge: ServerJudge): Promise<ServerJudge> {
    const { unmeasured, passed, failed } = judge.replies;
    if (unmeasured === 0) {
      tell('The judge was asked about all labeled replies.');
      return judge;
    }
    this.#announce(judge.measuring.cost);
    await this.#client.measureJudge(this.#place);
    return this.#follow(({ measuring }) => ({
      ...measuring,
      progress: `${measuring.answered} of ${counted(passed + failed, 'reply', 'replies')}`,
    }));
  }

  async stability(judge: ServerJudge): Promise<ServerJudge> {
    const { perturbations } = judge.stability;
    const open = perturbations.filter(({ cost }) => cost.requests > 0);
    if (open.length === 0) {
      tell('The judge was asked about all labeled replies again, or none is measured yet.');
      return judge;
    }
    this.#announce({
      requests: open.reduce((sum, { cost }) => sum + cost.requests, 0),
      tokens: open.reduce((sum, { cost }) => sum + cost.tokens, 0),
    });
    await this.#client.measureStability(this.#place);
    return this.#follow(({ stability }) => {
      const sum = (of: 'asked' | 'applicable') =>
        stability.perturbations.reduce((total, one) => total + one[of], 0);
      return { ...stability, progress: `${sum('asked')} of ${sum('applicable')} questions` };
    });
  }

  #announce({ requests, tokens }: Cost): void {
    const words = `${requests} requests to the model, about ${tokens} tokens to read`;
    if (this.#most !== undefined && requests > this.#most)
      throw new UsageError(`This takes ${words}; --max-requests allows ${this.#most}.`);
    tell(`This takes ${words}.`);
  }

  async #follow(
    read: (judge: ServerJudge) => { isRunning: boolean; failure: string | null; progress: string },
  ): Promise<ServerJudge> {
    for (let last = ''; ; ) {
      if (this.#signal.aborted) return this.#client.cancelMeasurement(this.#place);
      const judge = await this.#client.judge(this.#place);
      const { isRunning, failure, progress } = read(judge);
      if (progress !== last) tell(progress);
      last = progress;
      if (!isRunning && failure !== null)
        throw new CommandError(`The measurement stopped early: ${failure}`, exitCodes.error);
      if (!isRunning) return judge;
      await sleep(pollMs, undefined, { signal: this.#signal }).catch(() => undefined);
    }
  }
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

const names: Record<JudgePerturbation, string> = {
  repeat: 'asked again',
  order: 'other order',
  length: 'twice as long',
  wording: 'reworded',
  language: 'other language',
};

function inWords({ model, licence, stability }: ServerJudge): string {
  const { state, why, falsePasses, falseFailures } = licence;
  const rows = stability.perturbations.map(({ name, asked, failed, passed, isUnstable }) => {
    const figures =
      asked === 0
        ? 'not measured'
        : `changed ${share(failed)} that people failed, ${share(passed)} that they passed${isUnstable ? ': unstable' : ''}`;
    return `  ${names[name].padEnd(15)} ${figures}`;
  });
  return [
    `${state === 'valid' ? '✓' : '✗'} license         ${state}${model === null ? '' : `, ${model}`}`,
    ...(why === null ? [] : [`  ${why}`]),
    `  false passes    ${share(falsePasses)}`,
    `  false failures  ${share(falseFailures)}`,
    ...licence.languages.map(
      (one) =>
        `  in ${one.name.padEnd(12)} ${one.state}, false passes ${share(one.falsePasses)}, false failures ${share(one.falseFailures)}`,
    ),
    'Verdicts when asked in another way:',
    ...rows,
    '',
  ].join('\n');
}

const share = ({ wrong, of, bound }: ErrorFigures): string =>
  of === 0 ? '0 of 0' : `${wrong} of ${of} (at most ${(bound * 100).toFixed(1)}%)`;
