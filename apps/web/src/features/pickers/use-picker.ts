import type { PickedParts, Picker, PickerAction } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withParts } from '#/features/suites/editor/page-picker.ts';
import type { ConnectedBot } from '#/features/suites/editor/test-message.ts';
import { isUnknown } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { actInPicker, closePicker, openPicker, pickerQuery } from './pickers.queries.ts';

export interface OpenPicker {
  id: string;
  /** Undefined until the server has responded. */
  picker: Picker | undefined;
  /** True if the picker has ended or can no longer be reached. */
  isOver: boolean;
  /** Why the picker could not be opened; undefined if it could. */
  openError: unknown;
  /** Why the last action was refused. */
  problem: string | null | undefined;
  isBusy: boolean;
  act: (action: PickerAction) => void;
  /** Opens the page again with the current picks. */
  reopen: () => void;
}

/** Keeps a page open on a worker while the component is mounted. */
export function usePicker(bot: ConnectedBot): OpenPicker {
  const scope = useScope();
  const [wanted, setWanted] = useState({ bot });
  const [id, setId] = useState('');
  const [openError, setOpenError] = useState<unknown>();

  useEffect(() => {
    let isGone = false;
    let openId: string | undefined;
    setId('');
    setOpenError(undefined);
    openPicker(scope, wanted.bot).then(
      (picker) => {
        if (isGone) return void closePicker(scope, picker.id).catch(() => {});
        openId = picker.id;
        queryClient.setQueryData(pickerQuery(scope, picker.id).queryKey, picker);
        setId(picker.id);
      },
      (error: unknown) => {
        if (!isGone) setOpenError(error);
      },
    );
    return () => {
      isGone = true;
      if (openId !== undefined) void closePicker(scope, openId).catch(() => {});
    };
  }, [scope, wanted]);

  const { data: picker, error } = useQuery(pickerQuery(scope, id));
  const acting = useChange({
    run: (action: PickerAction) => actInPicker(scope, id, action),
    failure: 'The page could not be reached. Try again.',
    isProblemShown: true,
    onDone: (next) => queryClient.setQueryData(pickerQuery(scope, id).queryKey, next),
  });
  const isOver = picker?.status === 'ended' || isUnknown(error);
  return {
    id,
    picker: id === '' ? undefined : picker,
    isOver,
    openError,
    problem: acting.problem,
    isBusy: acting.isPending || picker?.doing != null || id === '',
    act: (action) => void acting.start(action),
    reopen: () => setWanted(({ bot: before }) => ({ bot: withPicks(before, picker?.picks) })),
  };
}

/** Returns the bot with exactly these parts. */
function withPicks(bot: ConnectedBot, picks: PickedParts | undefined): ConnectedBot {
  const { channel } = bot;
  if (channel.kind !== 'browser' || picks === undefined) return bot;
  return { ...bot, channel: withParts(channel, picks) };
}
