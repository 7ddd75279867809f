import type { PlanId, Retention } from '@parley/contract';
import type { Config } from '../../platform/config/config.ts';

const most: Retention = { runDays: 800, evidenceDays: 180, auditDays: 800 };

/** Days that each plan keeps data. */
const byPlan: Record<PlanId, Retention> = {
  trial: { runDays: 30, evidenceDays: 14, auditDays: 90 },
  startup: { runDays: 90, evidenceDays: 30, auditDays: 180 },
  'contact-centers': { runDays: 400, evidenceDays: 90, auditDays: 400 },
  enterprise: most,
  'self-hosted': most,
};

/** Returns the retention of a plan. The operator's settings override every plan; an unknown plan has the longest retention. */
export function retentionOf(
  { runDays, evidenceDays, auditDays }: Pick<Config, keyof Retention>,
  planId: string | null,
): Retention {
  const known = planId !== null && Object.hasOwn(byPlan, planId);
  const kept = known ? byPlan[planId as PlanId] : most;
  const days = runDays ?? kept.runDays;
  return {
    runDays: days,
    // Evidence cannot outlive its run.
    evidenceDays: Math.min(days, evidenceDays ?? kept.evidenceDays),
    auditDays: auditDays ?? kept.auditDays,
  };
}
