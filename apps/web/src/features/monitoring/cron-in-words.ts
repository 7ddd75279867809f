import cronstrue from 'cronstrue';

/**
 * "At 09:00 AM, Monday through Friday", with the clock of the browser's language; undefined for an
 * invalid cron expression.
 */
export function cronInWords(cron: string, locale?: string): string | undefined {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: !hour12 });
  } catch {
    return undefined;
  }
}
