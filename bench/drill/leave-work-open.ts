import { lookIntoDatabase } from '@parley/server/testing/look-into-database';

/** Creates work that must not be done after a restore: a pending email, a pending alert, and an overdue monitor. */
export function leaveWorkOpen(
  environment: Record<string, string>,
  organizationId: string,
): Promise<void> {
  return lookIntoDatabase(environment, async ({ pool }) => {
    const add = (text: string, values: unknown[] = []) => pool.query(text, values);
    await add(`insert into outbox_mails (id, recipient, subject, html, text)
      values ('overdue', 'ada@example.org', 'Overdue', '', '')`);
    await add(
      `insert into projects (id, organization_id, name, description)
       values ('watched', $1, 'Watched', '')`,
      [organizationId],
    );
    await add(
      `insert into suites (id, organization_id, project_id, name, platform, source, test_count, is_monitoring, monitoring_config)
       values ('watched', $1, 'watched', 'Watched', 'webchat', '', 1, true, '{"everyMinutes": 5}')`,
      [organizationId],
    );
    await add(
      `insert into monitors (suite_id, organization_id, next_at, planned_at, planned_config)
       values ('watched', $1, now() - interval '1 hour', now() - interval '2 hours', '{"everyMinutes": 5}')`,
      [organizationId],
    );
    await add(
      `insert into alert_channels (id, organization_id, name, kind, is_enabled, classes, after_minutes, remind_every_minutes, sealed_target, target_shown)
       values ('on-call', $1, 'On call', 'webhook', true, '[]', 0, 15, 'x', 'x')`,
      [organizationId],
    );
    await add(
      `insert into alerts (id, organization_id, suite_id, suite_name, classes, opened_at)
       values ('open', $1, 'watched', 'Watched', '["wrong"]', now() - interval '1 hour')`,
      [organizationId],
    );
    await add(
      `insert into alert_deliveries (id, organization_id, channel_id, alert_id, kind)
       values ('waiting', $1, 'on-call', 'open', 'opened')`,
      [organizationId],
    );
  });
}
