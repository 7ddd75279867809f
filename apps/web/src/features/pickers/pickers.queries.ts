import { type BodyInput, type Picker, type PickerAction, pickers } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Polling intervals in milliseconds. The server closes the page if nobody polls. */
const lookMs = { busy: 500, idle: 1500 };

export function pickerQuery(scope: OrganizationScope, pickerId: string) {
  return queryOptions({
    queryKey: ['pickers', scope.orgId, pickerId] as const,
    queryFn: ({ signal }) => call(pickers.getPicker, { params: { ...scope, pickerId }, signal }),
    enabled: pickerId !== '',
    staleTime: 0,
    gcTime: 0,
    refetchIntervalInBackground: false,
    refetchInterval: ({ state: { data } }) => {
      if (data?.status === 'ended') return false;
      return data?.doing === null ? lookMs.idle : lookMs.busy;
    },
  });
}

/** Reads the newest screenshot. `picture` is the number that the page shows, so that a new number causes a new request. */
export function pictureQuery(scope: OrganizationScope, pickerId: string, picture: number) {
  return queryOptions({
    queryKey: ['pickers', scope.orgId, pickerId, 'picture', picture] as const,
    queryFn: ({ signal }) =>
      call(pickers.getPickerPicture, {
        params: { ...scope, pickerId },
        signal,
      }) as Promise<Blob>,
    enabled: picture > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export const openPicker = (
  scope: OrganizationScope,
  body: BodyInput<typeof pickers.openPicker>,
): Promise<Picker> => call(pickers.openPicker, { params: scope, body });

export const actInPicker = (
  scope: OrganizationScope,
  pickerId: string,
  body: PickerAction,
): Promise<Picker> => call(pickers.actInPicker, { params: { ...scope, pickerId }, body });

export const closePicker = (scope: OrganizationScope, pickerId: string): Promise<void> =>
  call(pickers.closePicker, { params: { ...scope, pickerId } });
