import { chooseJudge, createJudge } from '@parley/engine';
import { workScope } from '../../platform/database/scope.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, type Work, work } from '../../platform/queue/queue.ts';
import type { JudgeOfRun } from '../runs/runs.ts';
import { judgeSettingsOf } from './judge-settings-of.ts';
import { findJudge, listNamedJudges } from './judges.queries.ts';
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

/** Creates the judges of a run: those of its project, and that of the installation if the project has no default one. */
export function createJudges({ db, config }: Platform): JudgeOfRun {
  const ofInstallation = config.judge ? createJudge(config.judge) : undefined;
  return async ({ organizationId, projectId }) => {
    if (projectId === null) return ofInstallation;
    const scope = workScope(db, organizationId);
    const row = await findJudge(scope, projectId, null);
    const named = await listNamedJudges(scope, projectId);
    if (!row && named.length === 0) return ofInstallation;
    const settings = judgeSettingsOf(config, row);
    if (!settings) return undefined;
    const ofNames = named.flatMap((one) => {
      const own = judgeSettingsOf(config, one);
      return own ? { ...own, name: one.name } : [];
    });
    return chooseJudge([settings, ...ofNames]);
  };
}
