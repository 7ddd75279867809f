import { judges as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProject } from '../projects/projects.ts';
import { changeJudge, removeJudge } from './change-judge.ts';
import { collectReplies } from './collect-replies.ts';
import { judgedRepliesOf } from './judged-replies-of.ts';
import { findJudge, listNamedJudges } from './judges.queries.ts';
import { labelReply, removeLabel } from './label-reply.ts';
import { presentJudge } from './licence-of-project.ts';
import { type JudgePlace, startMeasuring } from './measure-judge.ts';
import { cancelMeasuring, startStability } from './measure-stability.ts';

export function judgesRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.getJudge, async ({ scope, params, query }) => {
      const name = query.judge ?? null;
      const { id } = found(await findProject(scope, params.projectId));
      if (name !== null) found(await findJudge(scope, id, name));
      return presentJudge(platform, scope, id, name);
    }),
    route(endpoints.listJudges, async ({ scope, params }) => {
      const { id } = found(await findProject(scope, params.projectId));
      const items = [];
      for (const { name } of await listNamedJudges(scope, id)) {
        const { model, licence } = await presentJudge(platform, scope, id, name);
        items.push({ name, model, licence: licence.state });
      }
      return { items };
    }),
    route(endpoints.deleteJudge, ({ scope, params, query: { judge: name } }) =>
      removeJudge(scope, { ...params, name }),
    ),
    route(endpoints.setJudge, ({ scope, params, query, body }) =>
      changeJudge(platform, scope, placeOf(params, query), body),
    ),
    route(endpoints.collectReplies, ({ scope, params }) =>
      collectReplies(platform, scope, params.projectId),
    ),
    route(endpoints.listJudgedReplies, async ({ scope, params, query }) => ({
      items: await judgedRepliesOf(platform, scope, params.projectId, query),
    })),
    route(endpoints.labelReply, ({ scope, params, body }) => labelReply(scope, params, body)),
    route(endpoints.removeLabel, ({ scope, params }) => removeLabel(scope, params)),
    route(endpoints.measureJudge, ({ scope, params, query }) =>
      startMeasuring(platform, scope, placeOf(params, query)),
    ),
    route(endpoints.measureStability, ({ scope, params, query, body }) =>
      startStability(platform, scope, placeOf(params, query), body),
    ),
    route(endpoints.cancelMeasurement, ({ scope, params, query }) =>
      cancelMeasuring(platform, scope, placeOf(params, query)),
    ),
  ];
}

const placeOf = (
  { projectId }: { projectId: string },
  { judge }: { judge?: string | undefined },
): JudgePlace => ({ projectId, judge: judge ?? null });
