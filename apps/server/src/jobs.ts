/** Lists every job of every module, so that all queues exist before the first job is sent. */

import { auditJobs } from './modules/audit/audit.ts';
import { billingJobs } from './modules/billing/billing.ts';
import { checkHealthJob } from './modules/devices/devices.ts';
import { explorationsJobs } from './modules/explorations/explorations.ts';
import { identityJobs } from './modules/identity/identity.ts';
import { judgesJobs } from './modules/judges/judges.ts';
import { loadTestsJobs } from './modules/load-tests/load-tests.ts';
import { monitoringJobs } from './modules/monitoring/monitoring.ts';
import { overviewJobs } from './modules/overview/overview.ts';
import { runsJobs } from './modules/runs/runs.ts';
import { spansJobs } from './modules/spans/spans.ts';
import { suitesJobs } from './modules/suites/suites.ts';
import { webhooksJobs } from './modules/webhooks/webhooks.ts';
import { deleteOldPacesJob } from './platform/egress/host-paces.ts';
import { deleteOldKeysJob } from './platform/http/idempotency.ts';
import { deleteSentMailsJob, sendMailsJob } from './platform/mail/mail.ts';
import { deleteOldEventsJob } from './platform/outbox/domain-events.ts';
import type { AnyJob } from './platform/queue/queue.ts';
import { removeFilesJob } from './platform/storage/remove-files.ts';

export const jobs: readonly AnyJob[] = [
  ...auditJobs,
  ...identityJobs,
  ...suitesJobs,
  ...runsJobs,
  ...judgesJobs,
  ...spansJobs,
  ...billingJobs,
  ...explorationsJobs,
  ...loadTestsJobs,
  ...monitoringJobs,
  ...overviewJobs,
  ...webhooksJobs,
  checkHealthJob,
  sendMailsJob,
  deleteSentMailsJob,
  deleteOldEventsJob,
  deleteOldKeysJob,
  deleteOldPacesJob,
  removeFilesJob,
];
