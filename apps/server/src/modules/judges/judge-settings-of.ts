import { type JudgeSettings, judgeFingerprint } from '@parley/engine';
import type { Config } from '../../platform/config/config.ts';
import type { JudgeRow } from './judges.queries.ts';

type JudgeConfig = Pick<Config, 'judge' | 'edition'>;

/** Lets projects choose a model and votes unless the installation sells plans, because then the operator would pay for them. */
export const mayChooseModel = ({ edition }: JudgeConfig): boolean => !edition.sellsPlans;

/** @returns undefined if the installation has no judge */
export function judgeSettingsOf(
  config: JudgeConfig,
  row: JudgeRow | undefined,
): JudgeSettings | undefined {
  if (!config.judge) return undefined;
  const chosen = mayChooseModel(config) ? row : undefined;
  const votes = chosen?.votes ?? config.judge.votes;
  // If the project sets the number of votes but not how many must agree, a majority must.
  const needed =
    chosen?.needed ?? (chosen?.votes ? Math.floor(votes / 2) + 1 : config.judge.needed);
  return {
    ...config.judge,
    model: chosen?.model ?? config.judge.model,
    votes,
    needed: Math.min(needed, votes),
    ...(row?.rubric && { rubric: row.rubric }),
  };
}

export const fingerprintOf = (settings: JudgeSettings): string => judgeFingerprint(settings);
