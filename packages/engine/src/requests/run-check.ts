/** Runs a step that queries the system of record until the expected state is reached, or while that state has to last. */
import { failureOf } from '@parley/egress';
import {
  type Assertion,
  type Failure,
  fillAddress,
  judgeAnswer,
  type MatchSettings,
  type SentRequest,
  type SystemRequest,
  standingOf,
  type Verdict,
  type WholeAnswer,
} from '@parley/suite';
import { createMask, hideSecrets } from '../channels/mask.ts';
import { withoutNamed } from '../channels/traffic.ts';
import { createWait } from '../channels/wait.ts';
import type { StepEnd } from '../judge-step.ts';
import { limits } from '../limits.ts';
import type { StopSignal } from '../run-stop.ts';
import { type ReadAnswer, type RequestSetup, sendRequest } from './send-request.ts';
import { hideCredentialsOf, hideSecretsIn, shownAnswer } from './shown-request.ts';

/** @returns the method and the address as they are sent, without secrets */
export const sentLine = (
  { method, url }: SystemRequest,
  { values }: Pick<RequestSetup, 'values'>,
): string => `${method} ${withoutNamed(fillAddress(url, values))}`;

/** The result of a request for storage, and the unmasked answer. */
export interface Asked {
  end: StepEnd & { checked: SentRequest };
  answer?: ReadAnswer;
}

/**
 * Sends a request until its assertions hold or its time is up, and continues while they have to stay true. The last answer
 * decides. Throws only when the run is stopped.
 */
export async function askSystem(
  request: SystemRequest,
  assertions: readonly Assertion[],
  settings: MatchSettings,
  setup: RequestSetup,
): Promise<Asked> {
  const { method, withinMs = 0, staysMs = 0 } = request;
  const url = withoutNamed(fillAddress(request.url, setup.values));
  const since = performance.now();
  const until = since + withinMs;
  let waitMs: number = limits.checkWaitMs;
  /** Start of the first try of the current series in which the assertions hold. */
  let heldSince: number | undefined;
  let lostMs: number | undefined;
  for (let tries = 1; ; tries++) {
    const startedAt = performance.now();
    const last = await tryOnce(request, assertions, settings, setup);
    const ms = Math.round(performance.now() - since);
    const sent: SentRequest = { method, url, tries, ms };
    const holds = 'answer' in last && last.standing === 'holds';
    if (!holds && heldSince !== undefined) lostMs = Math.round(startedAt - heldSince);
    heldSince = holds ? (heldSince ?? startedAt) : undefined;
    // A try that starts after the deadline is the last one.
    const deadline = heldSince === undefined ? until : heldSince + staysMs;
    if (startedAt >= deadline || 'isFinal' in last) {
      const end = endOf(last, { ...sent, ...(lostMs !== undefined && { lostMs }) }, request, setup);
      return { end, ...('answer' in last && { answer: last.answer }) };
    }
    const now = performance.now();
    await pause(Math.min(now + waitMs, Math.max(deadline, now)), setup.stop);
    waitMs = Math.min(waitMs * 1.5, limits.checkWaitMsMax);
  }
}

type Try =
  | { answer: ReadAnswer; verdicts: Verdict[]; standing: ReturnType<typeof standingOf> }
  | { failure: Failure; isFinal?: true };

async function tryOnce(
  request: SystemRequest,
  assertions: readonly Assertion[],
  settings: MatchSettings,
  setup: RequestSetup,
): Promise<Try> {
  try {
    const answer = await sendRequest(request, setup, limits.requestMs);
    const verdicts = judgeAnswer(assertions, answer, settings);
    return { answer, verdicts, standing: standingOf(answer, verdicts) };
  } catch (error) {
    setup.stop.throwIfStopped();
    const failure = failureOf(error);
    // Repeating the request would not correct an error of the suite.
    const isFinal = failure.class === 'configuration' || failure.class === 'internal';
    return { failure, ...(isFinal && { isFinal }) };
  }
}

function endOf(
  last: Try,
  sent: SentRequest,
  request: SystemRequest,
  setup: RequestSetup,
): Asked['end'] {
  if ('failure' in last) {
    const failure = last.isFinal ? last.failure : unreachable(last.failure, sent);
    return { outcome: 'error', failure, verdicts: [], checked: sent };
  }
  const mask = createMask();
  hideSecrets(mask, setup.values);
  hideCredentialsOf(mask, request, setup.values);
  hideSecretsIn(mask, last.answer.body);
  const checked = { ...sent, answer: shownAnswer(last.answer, mask) };
  return mask.inData({ ...ended(last.verdicts, last.answer, sent), checked });
}

/** @returns the result of a check that received an answer */
export const judgedCheck = (
  assertions: readonly Assertion[],
  answer: WholeAnswer,
  sent: SentRequest,
  settings: MatchSettings,
): StepEnd => ended(judgeAnswer(assertions, answer, settings), answer, sent);

function ended(verdicts: Verdict[], answer: WholeAnswer, sent: SentRequest): StepEnd {
  const standing = standingOf(answer, verdicts);
  if (standing === 'holds') return { outcome: 'passed', verdicts };
  const failure = failureIn(standing, verdicts, answer, sent);
  return standing === 'differs'
    ? { outcome: 'failed', failure, verdicts }
    : { outcome: 'error', failure, verdicts };
}

function failureIn(
  standing: 'differs' | 'unavailable' | 'unreadable',
  verdicts: Verdict[],
  { status }: WholeAnswer,
  sent: SentRequest,
): Failure {
  const asked = `${sent.method} ${sent.url}`;
  const broken = verdicts.filter(({ passed, standing: of }) => !passed && of === undefined);
  const { rule = '', actual = null, hint } = broken[0] ?? verdicts.find((one) => !one.passed) ?? {};
  switch (standing) {
    case 'differs': {
      const more =
        broken.length > 1 ? ` ${broken.length - 1} more of the step's expectations failed.` : '';
      const got = actual === null ? 'nothing' : `"${shorten(actual)}"`;
      return {
        class: 'wrong',
        code: 'check-failed',
        message: `Expected of ${asked} that ${rule}, got ${got}${triesOf(sent)}.${more}`,
        ...(hint && { hint }),
      };
    }
    case 'unavailable':
      return {
        class: 'configuration',
        code: 'check-unavailable',
        message: `${asked} was answered with status ${status}${triesOf(sent)}, which does not show the state of the system.`,
        hint: 'Check the system and the credentials of the request. If this status is expected, assert it.',
      };
    case 'unreadable':
      return {
        class: 'configuration',
        code: 'check-unreadable',
        message: `The answer to ${asked} cannot be checked${triesOf(sent)}. ${hint ?? ''}`.trim(),
        hint: 'Check the address: it may show an error page or a sign-in page.',
      };
  }
}

const unreachable = ({ message, hint }: Failure, sent: SentRequest): Failure => ({
  class: 'configuration',
  code: 'check-unreachable',
  message: `${sent.method} ${sent.url} was not answered${triesOf(sent)}: ${message}`,
  ...(hint && { hint }),
});

function triesOf({ tries, ms, lostMs }: SentRequest): string {
  if (tries === 1) return '';
  const lost = lostMs === undefined ? '' : `, having held for ${seconds(lostMs)} s`;
  return ` after ${tries} tries in ${seconds(ms)} s${lost}`;
}

const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

async function pause(until: number, stop: StopSignal): Promise<void> {
  const wait = createWait();
  const waited = wait.until(until);
  const forget = stop.whenStopped(wait.end);
  await waited;
  forget();
  stop.throwIfStopped();
}
