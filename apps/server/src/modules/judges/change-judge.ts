import type { Body, judges as endpoints, JudgeView } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject } from '../projects/projects.ts';
import { mayChooseModel } from './judge-settings-of.ts';
import { putJudge } from './judges.queries.ts';
import { presentJudge } from './licence-of-project.ts';

export async function changeJudge(
  platform: Platform,
  scope: Scope,
  projectId: string,
  { version, ...change }: Body<typeof endpoints.setJudge>,
): Promise<JudgeView> {
  const { model, votes, needed } = change;
  if (!mayChooseModel(platform.config) && (model ?? votes ?? needed) !== null) throw fixedModel();
  if (needed !== null && needed > (votes ?? platform.config.judge?.votes ?? 1)) throw tooFewVotes();
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    // A project without a judge of its own has version 0.
    const row = await putJudge(inside, project.id, change, version === 0 ? undefined : version);
    if (!row) throw new ApiError('conflict');
    await recordAudit(inside, { action: 'judge.changed', target: project.name });
  });
  return presentJudge(platform, scope, projectId);
}

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
