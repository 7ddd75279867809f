import type { Picker } from '@parley/contract';
import type { ChannelConfiguration } from '@parley/suite';
import type { pickers } from '../../db/schema/pickers.ts';

export type PickerRow = Omit<typeof pickers.$inferSelect, 'picture'>;

export function presentPicker(row: PickerRow): Picker {
  const isDone = row.actionNumber <= row.actionsDone || row.status === 'ended';
  return {
    id: row.id,
    status: row.status === 'held' ? 'open' : row.status,
    doing: isDone ? null : row.action.kind,
    actionsDone: row.actionsDone,
    refusal: row.refusal,
    trial: row.trial,
    view: row.view,
    picture: row.pictureVersion,
    picks: row.picks ?? picksOf(row.configuration.channel),
    failure: row.failure,
  };
}

/** Returns the parts that the channel names, for a picker in which nothing was chosen yet. */
function picksOf(channel: ChannelConfiguration | undefined): Picker['picks'] {
  if (channel?.kind !== 'browser') return {};
  const { open, frame, input, send, reply } = channel;
  const named = Object.entries({ open, frame, input, send, reply });
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}
