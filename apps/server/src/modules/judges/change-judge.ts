import {
  type Body,
  type judges as endpoints,
  type JudgeView,
  namedJudgesMax,
} from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject, lockProject } from '../projects/projects.ts';
import { mayChooseModel } from './judge-settings-of.ts';
import { deleteNamedJudge, listNamedJudges, putJudge } from './judges.queries.ts';
import { presentJudge } from './licence-of-project.ts';
import { type JudgePlace, nameInAudit } from './measure-judge.ts';

export async function changeJudge(
  platform: Platform,
  scope: Scope,
  { projectId, judge: name }: JudgePlace,
  { version, ...change }: Body<typeof endpoints.setJudge>,
): Promise<JudgeView> {
  const { model, votes, needed } = change;
  if (!mayChooseModel(platform.config) && (model ?? votes ?? needed) !== null) throw fixedModel();
  if (needed !== null && needed > (votes ?? platform.config.judge?.votes ?? 1)) throw tooFewVotes();
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    if (name !== null) await checkPlaces(inside, project.id, name);
    const row = await putJudge(inside, project.id, name, change, version);
    if (!row) throw name !== null && version === 0 ? nameTaken() : new ApiError('conflict');
    await recordAudit(inside, { action: 'judge.changed', target: nameInAudit(project, name) });
  });
  return presentJudge(platform, scope, projectId, name);
}

/** Deletes a named judge. Its measurements stay, so that a judge with the same settings has the same license. */
export function removeJudge(
  scope: Scope,
  { projectId, name }: { projectId: string; name: string },
) {
  return inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    if (!(await deleteNamedJudge(inside, project.id, name))) throw new ApiError('not_found');
    await recordAudit(inside, { action: 'judge.deleted', target: nameInAudit(project, name) });
  });
}

async function checkPlaces(scope: Scope, projectId: string, name: string): Promise<void> {
  await lockProject(scope, projectId);
  const named = await listNamedJudges(scope, projectId);
  if (named.length < namedJudgesMax || named.some((one) => one.name === name)) return;
  throw new ApiError('limit_reached', {
    message: `A project has at most ${namedJudgesMax} judges with a name.`,
    hint: 'Delete one first.',
  });
}

const nameTaken = () =>
  new ApiError('conflict', {
    message: 'The project already has a judge with this name.',
    hint: 'Choose another name.',
  });

const fixedModel = () =>
  new ApiError('invalid_request', {
    message: 'This installation sets the model and the votes.',
    hint: 'Omit model, votes and needed.',
  });

const tooFewVotes = () =>
  new ApiError('invalid_request', {
    message: 'The number of votes that must agree exceeds the number of votes.',
    hint: 'Raise the number of votes, or lower the number that must agree.',
  });
