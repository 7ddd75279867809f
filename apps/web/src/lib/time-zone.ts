/** Setting for the time zone of displayed times and dates. Each browser stores its own. */
import { create } from 'zustand';

const storageKey = 'time-zone';

/** Null stands for the device's time zone. */
const useTimeZoneStore = create(() => ({ zone: known(localStorage.getItem(storageKey)) }));

export const useTimeZoneSetting = (): string | null => useTimeZoneStore(({ zone }) => zone);

export function setTimeZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, zone);
  useTimeZoneStore.setState({ zone });
}

export const onTimeZoneChange = (follow: () => void): (() => void) =>
  useTimeZoneStore.subscribe(follow);

/** The selected time zone, or the device's time zone. */
export const viewerTimeZone = (): string => useTimeZoneStore.getState().zone ?? deviceTimeZone();

/** Hook version of `viewerTimeZone`. It rerenders when the setting changes. */
export const useViewerTimeZone = (): string => useTimeZoneSetting() ?? deviceTimeZone();

/** Formats the day of a timestamp in a time zone as "2026-01-31". */
export function dayInZone(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const parts = format.formatToParts(time).map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Null for a stored zone that this browser does not know. It can come from another browser version or be hand-written. */
function known(zone: string | null): string | null {
  return zone !== null && isTimeZone(zone) ? zone : null;
}

// Another tab changed the setting.
addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey) useTimeZoneStore.setState({ zone: known(newValue) });
});
