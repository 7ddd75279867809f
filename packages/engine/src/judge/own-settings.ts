import type { JudgeSettings } from './create-judge.ts';

/** What a judge has of its own; everything else is that of the installation. */
export interface OwnJudgeSettings {
  model?: string | null | undefined;
  rubric?: string | null | undefined;
  votes?: number | null | undefined;
  needed?: number | null | undefined;
}

/**
 * @param base settings of the installation
 * @returns the settings of a judge. If it sets the number of votes but not how many must agree, a majority must.
 */
export function withOwnSettings(
  base: JudgeSettings,
  { model, rubric, ...own }: OwnJudgeSettings,
): JudgeSettings {
  const votes = own.votes ?? base.votes ?? 1;
  const majority = Math.floor(votes / 2) + 1;
  const needed = own.needed ?? (own.votes ? majority : (base.needed ?? majority));
  return {
    ...base,
    model: model ?? base.model,
    votes,
    needed: Math.min(needed, votes),
    ...(rubric && { rubric }),
  };
}
