/** Public API of the module: the audit log of an organization. */

export { auditDeletions } from './audit.deletions.ts';
export { auditJobs, auditWork } from './audit.jobs.ts';
export { auditRoutes } from './audit.routes.ts';
export { recordAudit } from './record-audit.ts';
