/** The role `worker`: carries out runs and jobs. It never answers a browser. */

import { auditWork } from './modules/audit/audit.ts';
import { billingWork } from './modules/billing/billing.ts';
import { startConversationWorker } from './modules/explorations/explorations.ts';
import { identityWork } from './modules/identity/identity.ts';
import { startLoadWorker } from './modules/load-tests/load-tests.ts';
import { startMonitoring } from './modules/monitoring/monitoring.ts';
import { botEgress, runsWork, startRunWorker } from './modules/runs/runs.ts';
import { idempotencyWork } from './platform/idempotency.ts';
import { mailWork } from './platform/mail.ts';
import type { Platform } from './platform/platform.ts';
import type { Work } from './platform/queue.ts';

interface Worker {
  close(): Promise<void>;
}

/** The jobs of every module. */
function allWork(platform: Platform): Work[] {
  return [
    ...auditWork(platform),
    ...identityWork(platform),
    ...runsWork(platform),
    ...billingWork(platform),
    mailWork(platform),
    idempotencyWork(platform),
  ];
}

/** `reachable`: addresses (`host:port`) that runs reach besides the configured ones. */
export async function startWorker(
  platform: Platform,
  reachable: readonly string[],
): Promise<Worker> {
  await platform.queue.work(allWork(platform));
  const runWorker = await startRunWorker(platform, reachable);
  const conversations = await startConversationWorker(platform, {
    egress: botEgress(platform.config, reachable),
    browser: platform.config.browser,
  });
  const loadWorker = await startLoadWorker(platform, reachable);
  const monitoring = startMonitoring(platform);
  return {
    async close() {
      await monitoring.close();
      await conversations.close();
      await loadWorker.close();
      await runWorker.close();
    },
  };
}
