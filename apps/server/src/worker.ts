/** The role `worker`: executes runs and jobs. It does not serve browsers. */

import type { PhoneSettings } from '@parley/engine';
import { auditWork } from './modules/audit/audit.ts';
import { billingWork } from './modules/billing/billing.ts';
import { devicesWork, openPhoneLines } from './modules/devices/devices.ts';
import { explorationsWork, startConversationWorker } from './modules/explorations/explorations.ts';
import { identityWork } from './modules/identity/identity.ts';
import { createJudges, judgesWork } from './modules/judges/judges.ts';
import { loadTestsWork, provenHosts, startLoadWorker } from './modules/load-tests/load-tests.ts';
import {
  monitoringConsumers,
  monitoringWork,
  startMonitoring,
  tellsOfStop,
} from './modules/monitoring/monitoring.ts';
import { overviewWork } from './modules/overview/overview.ts';
import { startPickerWorker } from './modules/pickers/pickers.ts';
import { type OpenRunSpans, runsConsumers, runsWork, startRunWorker } from './modules/runs/runs.ts';
import { openRunSpans, spansWork } from './modules/spans/spans.ts';
import { suitesWork } from './modules/suites/suites.ts';
import { startWebhooks, webhooksConsumers, webhooksWork } from './modules/webhooks/webhooks.ts';
import { createHostPaces, hostPacesWork } from './platform/egress/host-paces.ts';
import {
  createOrganizationEgress,
  type OrganizationEgress,
} from './platform/egress/organization-egress.ts';
import { createReachedAddresses } from './platform/egress/reached-addresses.ts';
import { idempotencyWork } from './platform/http/idempotency.ts';
import { mailWork } from './platform/mail/mail.ts';
import { type EventConsumer, eventsWork, startConsuming } from './platform/outbox/domain-events.ts';
import type { Platform } from './platform/platform.ts';
import type { Work } from './platform/queue/queue.ts';
import { removeFilesWork } from './platform/storage/remove-files.ts';

interface Worker {
  close(): Promise<void>;
}

/** Returns the job handlers of every module. */
function allWork(platform: Platform, egressOf: OrganizationEgress, phone: PhoneSettings): Work[] {
  return [
    ...auditWork(platform),
    ...identityWork(platform),
    ...suitesWork(platform),
    ...runsWork(platform),
    ...judgesWork(platform),
    ...spansWork(platform),
    ...billingWork(platform, { tellsOfStop }),
    ...devicesWork(platform, egressOf, phone),
    ...explorationsWork(platform),
    ...loadTestsWork(platform),
    ...monitoringWork(platform),
    ...overviewWork(platform),
    ...webhooksWork(platform),
    ...mailWork(platform),
    eventsWork(platform),
    hostPacesWork(platform),
    idempotencyWork(platform),
    removeFilesWork(platform),
  ];
}

/** Returns the event consumers of every module. */
function allConsumers(platform: Platform): EventConsumer[] {
  return [
    ...runsConsumers(platform),
    ...monitoringConsumers(platform),
    ...webhooksConsumers(platform),
  ];
}

/**
 * Starts all workers of this process. `reachable` lists addresses (`host:port`) that runs may reach besides the configured
 * ones.
 */
export async function startWorker(
  platform: Platform,
  reachable: readonly string[],
): Promise<Worker> {
  const started: Worker[] = [];
  /**
   * Closes the parts in reverse order, even if some fail.
   *
   * @throws AggregateError with the errors of those that failed
   */
  async function closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const part of started.splice(0).reverse())
      await part.close().catch((error) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, 'Parts of the worker did not close');
  }
  const keep = <Part extends Worker>(part: Part): Part => {
    started.push(part);
    return part;
  };
  try {
    const reached = createReachedAddresses();
    const egressOf = createOrganizationEgress(platform.config, reachable, reached.note);
    const paceOf = createHostPaces({
      ...platform,
      rates: platform.config.requestRates,
      reached,
      isProven: provenHosts(platform.config),
    });
    const phone = keep(await openPhoneLines(platform.config));
    await platform.queue.work(allWork(platform, egressOf, phone));
    const openSpans: OpenRunSpans = (run, joinAttributes) =>
      openRunSpans(platform, run, joinAttributes);
    const judgeOf = createJudges(platform);
    keep(await startRunWorker(platform, egressOf, { phone, paceOf, openSpans, judgeOf }));
    keep(await startLoadWorker(platform, egressOf, paceOf));
    const { browser } = platform.config;
    keep(await startConversationWorker(platform, { egressOf, paceOf, browser, phone }));
    keep(await startPickerWorker(platform, { egressOf, paceOf, browser }));
    keep(startMonitoring(platform));
    keep(startWebhooks(platform));
    keep(startConsuming(platform, allConsumers(platform)));
  } catch (error) {
    await closeAll().catch((closing) =>
      platform.log.warn({ err: closing }, 'What had been started could not be ended'),
    );
    throw error;
  }
  return { close: closeAll };
}
