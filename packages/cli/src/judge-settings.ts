import { type JudgeSettings, judgeAddress } from '@parley/engine';
import { UsageError } from './exit-codes.ts';

const timeoutSecondsMax = 600;

/** Reads the judge's settings from the same environment variables as a server; undefined if `PARLEY_JUDGE_URL` is not set. */
export function readJudgeSettings(environment: NodeJS.ProcessEnv): JudgeSettings | undefined {
  const { PARLEY_JUDGE_URL: written, PARLEY_JUDGE_KEY: key } = environment;
  if (!written) return undefined;
  const { url, problem } = judgeAddress(written);
  if (problem !== undefined) throw new UsageError(`PARLEY_JUDGE_URL ${problem}.`);
  const model = environment.PARLEY_JUDGE_MODEL || 'gpt-4o-mini';
  return {
    url,
    model,
    key,
    ...readVotes(environment.PARLEY_JUDGE_VOTES || '1/1'),
    timeoutMs: readSeconds(environment.PARLEY_JUDGE_TIMEOUT || '30') * 1000,
  };
}

function readVotes(text: string): { needed: number; votes: number } {
  const [, needed, votes] = /^([1-9])\/([1-9])$/.exec(text) ?? [];
  if (needed !== undefined && votes !== undefined && needed <= votes)
    return { needed: Number(needed), votes: Number(votes) };
  throw new UsageError(
    `PARLEY_JUDGE_VOTES must be votes needed / votes asked, such as 2/3, not "${text}".`,
  );
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= timeoutSecondsMax) return seconds;
  throw new UsageError(
    `PARLEY_JUDGE_TIMEOUT must be whole seconds from 1 to ${timeoutSecondsMax}, not "${text}".`,
  );
}
