/** The door of the module: who changed what in an organization. */
export { auditJobs, auditWork } from './audit.jobs.ts';
export { auditRoutes } from './audit.routes.ts';
export { recordAudit } from './record-audit.ts';
export { removeSomeEntries } from './remove-some-entries.ts';
