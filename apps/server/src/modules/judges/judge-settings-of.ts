import { type JudgeSettings, judgeFingerprint, withOwnSettings } from '@parley/engine';
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
  const { model, votes, needed } = (mayChooseModel(config) ? row : undefined) ?? {};
  return withOwnSettings(config.judge, { model, votes, needed, rubric: row?.rubric });
}

export const fingerprintOf = (settings: JudgeSettings): string => judgeFingerprint(settings);
