import type { MonitoringConfig } from '@parley/contract';
import { alerts } from '@parley/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { monitorSlots } from '../../../db/schema/monitoring.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { newId } from '../../../platform/security/ids.ts';
import { findSuite } from '../../suites/suites.ts';
import { changeAlert, listOpenAlerts, openAlert, resolveAlert } from './alerts.queries.ts';

const { failureClasses } = alerts;

interface Rule {
  failures: number;
  of: number;
}

function ruleOf(config: MonitoringConfig | null): Rule {
  const rule = config?.alertWhen as Partial<Rule> | undefined;
  const { failures, of } = rule ?? {};
  const isRule = typeof failures === 'number' && typeof of === 'number' && failures <= of;
  return isRule ? { failures, of: Math.min(of, 20) } : { failures: 1, of: 1 };
}

/** Opens an alert when the rule is broken, and resolves it when it holds again. */
export async function followAlert(scope: WorkScope, suiteId: string): Promise<void> {
  const suite = await findSuite(scope, suiteId);
  if (suite === undefined) return;
  const rule = ruleOf(suite.monitoringConfig);
  const last = await scope.db
    .select()
    .from(monitorSlots)
    .where(
      and(eq(monitorSlots.suiteId, suiteId), sql`${monitorSlots.result} in ('passed', 'failed')`),
    )
    .orderBy(desc(monitorSlots.slot))
    .limit(rule.of);
  const failed = last.filter(({ result }) => result === 'failed');
  const classes = failureClasses.filter((known) =>
    failed.some(({ failureClasses: ofSlot }) => ofSlot.includes(known)),
  );
  const [open] = await listOpenAlerts(scope, [suiteId]);
  const isBroken = failed.length >= rule.failures;
  if (!open && isBroken && last[0]?.result === 'failed')
    await openAlert(scope, {
      id: newId(),
      suiteId,
      suiteName: suite.name,
      classes,
      runId: last[0].runId,
      dueAt: last[0].slot,
      standsSince: last[0].standsSince,
    });
  else if (open && isBroken)
    await changeAlert(scope, open.id, { classes: [...new Set([...open.classes, ...classes])] });
  else if (open) await resolveAlert(scope, open.id);
}
