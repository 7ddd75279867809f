import { createJudge } from '@parley/engine';
import { workScope } from '../../platform/database/scope.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, type Work, work } from '../../platform/queue/queue.ts';
import type { JudgeOfRun } from '../runs/runs.ts';
import { judgeSettingsOf } from './judge-settings-of.ts';
import { findJudge } from './judges.queries.ts';
import { measureJudge, measureJudgeJob } from './measure-judge.ts';
import { measureStability, measureStabilityJob } from './measure-stability.ts';

export const judgesJobs: readonly AnyJob[] = [measureJudgeJob, measureStabilityJob];

export function judgesWork(platform: Platform): Work[] {
  const { queue } = platform;
  return [
    work(measureJudgeJob, (payload, signal) =>
      measureJudge(platform, payload, AbortSignal.any([signal, queue.stopping])),
    ),
    work(measureStabilityJob, (payload, signal) =>
      measureStability(platform, payload, AbortSignal.any([signal, queue.stopping])),
    ),
  ];
}

/** Creates the judge of a run: that of its project, otherwise that of the installation. */
export function createJudges({ db, config }: Platform): JudgeOfRun {
  const ofInstallation = config.judge ? createJudge(config.judge) : undefined;
  return async ({ organizationId, projectId }) => {
    const row =
      projectId === null ? undefined : await findJudge(workScope(db, organizationId), projectId);
    if (!row) return ofInstallation;
    const settings = judgeSettingsOf(config, row);
    return settings && createJudge(settings);
  };
}
