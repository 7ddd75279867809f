import { endOpenConversations } from './modules/explorations/explorations.ts';
import { interruptOpenLoadTests } from './modules/load-tests/load-tests.ts';
import { planAllAnew, silenceAlerts } from './modules/monitoring/monitoring.ts';
import { giveUpOpenRuns } from './modules/runs/runs.ts';
import { silenceWebhooks } from './modules/webhooks/webhooks.ts';
import type { Database } from './platform/database/db.ts';
import { giveUpAllMails } from './platform/mail/mail.ts';

/**
 * Ends work that was in progress when the backup was made, which may be long ago or on another installation. Runs in the
 * transaction that loads the backup, so that no server ever sees that work.
 */
export async function settleRestored(db: Database): Promise<void> {
  const reason = 'Not sent: a backup was restored.';
  await giveUpAllMails(db, reason);
  await silenceAlerts(db, reason);
  await silenceWebhooks(db, reason);
  await planAllAnew(db);
  await giveUpOpenRuns(db);
  await interruptOpenLoadTests(db);
  await endOpenConversations(db);
}
