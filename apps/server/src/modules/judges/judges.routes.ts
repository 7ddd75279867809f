import { judges as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProject } from '../projects/projects.ts';
import { changeJudge } from './change-judge.ts';
import { collectReplies } from './collect-replies.ts';
import { judgedRepliesOf } from './judged-replies-of.ts';
import { labelReply, removeLabel } from './label-reply.ts';
import { presentJudge } from './licence-of-project.ts';
import { startMeasuring } from './measure-judge.ts';
import { cancelMeasuring, startStability } from './measure-stability.ts';

export function judgesRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.getJudge, async ({ scope, params }) => {
      const { id } = found(await findProject(scope, params.projectId));
      return presentJudge(platform, scope, id);
    }),
    route(endpoints.setJudge, ({ scope, params, body }) =>
      changeJudge(platform, scope, params.projectId, body),
    ),
    route(endpoints.collectReplies, ({ scope, params }) =>
      collectReplies(platform, scope, params.projectId),
    ),
    route(endpoints.listJudgedReplies, async ({ scope, params, query }) => ({
      items: await judgedRepliesOf(platform, scope, params.projectId, query),
    })),
    route(endpoints.labelReply, ({ scope, params, body }) => labelReply(scope, params, body)),
    route(endpoints.removeLabel, ({ scope, params }) => removeLabel(scope, params)),
    route(endpoints.measureJudge, ({ scope, params }) =>
      startMeasuring(platform, scope, params.projectId),
    ),
    route(endpoints.measureStability, ({ scope, params, body }) =>
      startStability(platform, scope, params.projectId, body),
    ),
    route(endpoints.cancelMeasurement, ({ scope, params }) =>
      cancelMeasuring(platform, scope, params.projectId),
    ),
  ];
}
