import type { Body, PickerAction, pickers } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { News } from '../../platform/live/news.ts';
import { listWorkers } from '../../platform/presence.ts';
import { newId } from '../../platform/security/ids.ts';
import { refuseRunBeyondQuota } from '../billing/billing.ts';
import { findDevice } from '../devices/devices.ts';
import { checkedChannel } from '../explorations/explorations.ts';
import { refuseInactiveSubscription } from '../organizations/organizations.ts';
import { applyDevice } from '../runs/runs.ts';
import { requireDevice } from '../suites/suites.ts';
import { pickerLimits } from './picker-limits.ts';
import { pickerTopic, waitingTopic } from './picker-news.ts';
import type { PickerRow } from './picker-row.ts';
import {
  changePicker,
  countOpenPickers,
  deletePicker,
  insertPicker,
  lockPicker,
} from './pickers.queries.ts';

/** Queues a page for a worker to open. Only workers contact pages. */
export async function openPicker(
  scope: Scope,
  news: News,
  { channel, variables, deviceId }: Body<typeof pickers.openPicker>,
): Promise<PickerRow> {
  if (channel.kind !== 'browser') {
    throw new ApiError('invalid_request', {
      message: 'Only a chat widget in a browser has a page.',
    });
  }
  const { platform, ...checked } = checkedChannel(channel, variables);
  if (deviceId !== undefined) await requireDevice(scope, deviceId, platform ?? 'webchat');
  await refuseWithoutWorker(scope);
  const device = deviceId === undefined ? undefined : await findDevice(scope, deviceId);
  const { configuration } = device
    ? applyDevice({ configuration: { ...checked, platform }, tests: [] }, device)
    : { configuration: { ...checked, platform } };
  return inTransaction(scope, async (inside) => {
    await refuseInactiveSubscription(inside);
    // Also locks the terms of the organization, so that the count of open pages cannot change meanwhile.
    await refuseRunBeyondQuota(inside, 'webchat');
    if ((await countOpenPickers(inside)) >= pickerLimits.openPerOrganization) {
      throw new ApiError('limit_reached', {
        message: `Your organization already has ${pickerLimits.openPerOrganization} open pages, which is the limit.`,
        hint: 'Close one of them. An unused page closes automatically after 2 minutes.',
      });
    }
    const row = await insertPicker(inside, {
      id: newId(),
      configuration,
      startedBy: scope.actor.userId,
    });
    await news.publish(inside.db, waitingTopic);
    return row;
  });
}

async function refuseWithoutWorker({ db }: Scope): Promise<void> {
  const workers = await listWorkers(db);
  if (workers.length === 0) {
    throw new ApiError('installation_not_ready', {
      message: 'No worker is running to open the page.',
      hint: 'Ask the operator of this installation to start one.',
    });
  }
  if (workers.every(({ lacks }) => lacks?.includes('browser'))) {
    throw new ApiError('installation_not_ready', {
      message: 'No worker has a Chromium to open the page with.',
      hint: 'Ask the operator of this installation to install it, as the guide to chat widgets describes.',
    });
  }
}

/** Requests an action on the page. Only one can be pending. */
export function actInPicker(
  scope: Scope,
  news: News,
  id: string,
  action: PickerAction,
): Promise<PickerRow> {
  return inTransaction(scope, async (inside) => {
    const picker = found(await lockPicker(inside, id));
    if (picker.status === 'ended') {
      throw new ApiError('conversation_over', {
        message: 'The page was closed.',
        hint: 'Open it again.',
      });
    }
    if (picker.actionNumber > picker.actionsDone) {
      throw new ApiError('limit_reached', {
        message: 'The page is still busy with your previous action.',
        hint: 'Wait a moment.',
      });
    }
    if (action.kind === 'say') {
      await refuseInactiveSubscription(inside);
      await refuseRunBeyondQuota(inside, 'webchat', 1);
    }
    const row = await changePicker(inside, id, {
      action,
      actionNumber: picker.actionNumber + 1,
      refusal: null,
      trial: null,
      actedAt: sql`now()`,
      seenAt: sql`now()`,
    });
    await news.publish(inside.db, pickerTopic(id));
    return found(row);
  });
}

/** Ends a picker. Its worker then closes the page. */
export async function closePicker(scope: Scope, news: News, id: string): Promise<void> {
  if (!(await deletePicker(scope, id))) throw new ApiError('not_found');
  await news.publish(scope.db, pickerTopic(id));
}
