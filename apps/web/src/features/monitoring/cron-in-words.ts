import cronstrue from 'cronstrue';

/** "At 09:00 AM, Monday through Friday", on the clock that the browser's language has; undefined for what is no cron expression. */
export function cronInWords(cron: string, locale?: string): string | undefined {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: !hour12 });
  } catch {
    return undefined;
  }
}
