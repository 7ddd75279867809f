import cronstrue from 'cronstrue';

/**
 * Describes a cron expression, such as "At 09:00 AM, Monday through Friday", with a 12-hour or 24-hour clock as usual in the
 * locale. Undefined if the expression is invalid.
 */
export function cronInWords(cron: string, locale?: string): string | undefined {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: !hour12 });
  } catch {
    return undefined;
  }
}
