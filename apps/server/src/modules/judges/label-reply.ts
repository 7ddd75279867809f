import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject } from '../projects/projects.ts';
import {
  deleteLabel,
  listLabelsOf,
  lockReply,
  putLabel,
  settleReply,
  wasAnswered,
} from './judges.queries.ts';
import { type Label, labelOf } from './label-of.ts';

interface Place {
  projectId: string;
  replyId: string;
}

/** Labels a reply, or settles a disagreement about it. A label is blind unless the person could know a verdict on the reply. */
export function labelReply(
  scope: Scope,
  { projectId, replyId }: Place,
  { label, settles = false }: { label: Label; settles?: boolean | undefined },
): Promise<void> {
  return inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    const reply = found(await lockReply(inside, project.id, replyId));
    const labels = await listLabelsOf(inside, reply.id);
    const isKnown = await wasAnswered(inside, reply.id);
    if (settles) {
      if (labelOf(labels, reply.settled) !== 'disputed') throw nothingToSettle();
      if (isKnown) throw needsSecondPerson();
      await settleReply(inside, reply.id, label);
      await recordAudit(inside, {
        action: 'judge.disagreement-settled',
        target: project.name,
        detail: label,
      });
      return;
    }
    const own = labels.find(({ userId }) => userId === inside.actor.userId);
    if (own?.label === label) return;
    const isBlind = !isKnown && reply.overriddenBy !== inside.actor.userId;
    await putLabel(inside, reply, label, isBlind);
    // A new label reopens a settled disagreement.
    if (reply.settled !== null) await settleReply(inside, reply.id, null);
  });
}

export function removeLabel(scope: Scope, { projectId, replyId }: Place): Promise<void> {
  return inTransaction(scope, async (inside) => {
    const reply = found(await lockReply(inside, projectId, replyId));
    if (await wasAnswered(inside, reply.id)) throw isMeasured();
    await deleteLabel(inside, reply.id);
    if (reply.settled !== null) await settleReply(inside, reply.id, null);
  });
}

const nothingToSettle = () =>
  new ApiError('conflict', {
    message: 'People do not disagree about this reply.',
    hint: 'Reload the list.',
  });

const needsSecondPerson = () =>
  new ApiError('conflict', {
    message: 'The judge was already asked about this reply, so one person cannot settle it alone.',
    hint: 'It counts as soon as two people give it the same label.',
  });

const isMeasured = () =>
  new ApiError('conflict', {
    message: 'The judge was asked about this reply, so its label stays.',
    hint: 'Change the label, and ask a second person to label the reply.',
  });
