/** Claims waiting pickers and keeps their pages open, several at a time. */
import type { BrowserSettings } from '@parley/engine';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { type LeasedWorker, startLeasedWork } from '../../platform/leased-work/leased-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLeaseOwner } from '../../platform/presence.ts';
import { holdPicker } from './hold-picker.ts';
import { claimPicker, endAllOf, pickerLease, renewPickers, sweepPickers } from './picker-leases.ts';
import { pickerLimits } from './picker-limits.ts';
import { waitingTopic } from './picker-news.ts';
import type { PickerRow } from './picker-row.ts';

const renewEveryMs = 3000;

const sweepEveryMs = 5000;

interface PickerWorkerOptions {
  egressOf: OrganizationEgress;
  browser?: BrowserSettings;
  paceOf?: PaceOf;
}

export async function startPickerWorker(
  platform: Platform,
  { egressOf, browser, paceOf }: PickerWorkerOptions,
): Promise<LeasedWorker> {
  const { db, news, log, databaseKind } = platform;
  const owner = newLeaseOwner(platform);

  return startLeasedWork<PickerRow>({
    name: 'pickers',
    db,
    log,
    lease: pickerLease,
    isAlone: databaseKind === 'embedded',
    renewEveryMs,
    sweepEveryMs,
    places: pickerLimits.perWorker,
    async claim() {
      const row = await claimPicker(db, owner);
      return row === undefined ? [] : [row];
    },
    carryOut: ({ claimed, signal }) =>
      holdPicker({ db, news, log, egressOf, browser, paceOf, owner }, claimed, signal),
    async renew(asked) {
      const ids = asked.map(({ claimed }) => claimed.id);
      const ours = await renewPickers(db, owner, ids);
      return asked.filter(({ claimed }) => ours.has(claimed.id));
    },
    sweep: () => sweepPickers(db),
    handOver: () => endAllOf(db, owner),
    listen: ({ look }) => news.subscribe(waitingTopic, { onNews: look, onGap: look }),
    about: ({ id }) => ({ pickerId: id }),
    texts: {
      notClaimed: 'No picker could be taken at the moment',
      broken: 'A picker broke',
      notRenewed: 'Pickers were not looked after',
      notSwept: 'Pickers were not looked after',
      notHandedOver: 'Pickers could not be ended',
    },
  });
}
