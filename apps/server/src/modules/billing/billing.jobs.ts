import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { listDueCustomers } from './billing-accounts.queries.ts';
import { countOlderDays, reconcileUsage } from './reconcile-usage.ts';
import { createPayments } from './stripe-client.ts';
import { syncSubscription, syncSubscriptionJob } from './sync-subscription.ts';
import { type Warner, warnOfQuotas } from './warn-of-quotas.ts';

const warnOfQuotasJob = defineJob('billing.warn-of-quotas', z.object({}));
const countOlderDaysJob = defineJob('billing.count-older-days', z.object({}));
const reconcileUsageJob = defineJob('billing.reconcile-usage', z.object({}));
const lookAfterAccountsJob = defineJob('billing.look-after-accounts', z.object({}));

export const billingJobs: readonly AnyJob[] = [
  warnOfQuotasJob,
  countOlderDaysJob,
  reconcileUsageJob,
  lookAfterAccountsJob,
  syncSubscriptionJob,
];

/** Maximum number of accounts to synchronize in one pass; the next pass follows five minutes later. */
const accountsPerLook = 100;

export function billingWork(
  platform: Platform,
  { tellsOfStop }: Pick<Warner, 'tellsOfStop'>,
): Work[] {
  const { db, queue } = platform;
  const payments = createPayments(platform.config);
  const until = (signal: AbortSignal) => AbortSignal.any([signal, queue.stopping]);
  return [
    work(warnOfQuotasJob, () => warnOfQuotas({ ...platform, tellsOfStop }), {
      schedule: '* * * * *',
    }),
    work(countOlderDaysJob, (_, signal) => countOlderDays(db, until(signal)), {
      schedule: '* * * * *',
    }),
    work(reconcileUsageJob, (_, signal) => reconcileUsage(platform, until(signal)), {
      schedule: '17 4 * * *',
    }),
    work(syncSubscriptionJob, async ({ customerId }) => {
      if (payments) await syncSubscription(platform, payments, customerId);
    }),
    work(
      lookAfterAccountsJob,
      async () => {
        if (payments === null) return;
        for (const customerId of await listDueCustomers(db, accountsPerLook))
          await queue.send(db, syncSubscriptionJob, { customerId });
      },
      { schedule: '*/5 * * * *' },
    ),
  ];
}
