/** Setting for the time zone in which times and dates are shown, kept in this browser. */
import { create } from 'zustand';

const storageKey = 'time-zone';

/** Null means the device's time zone. */
const useTimeZoneStore = create(() => ({ zone: known(localStorage.getItem(storageKey)) }));

export const useTimeZoneSetting = (): string | null => useTimeZoneStore(({ zone }) => zone);

export function setTimeZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, zone);
  useTimeZoneStore.setState({ zone });
}

export const onTimeZoneChange = (follow: () => void): (() => void) =>
  useTimeZoneStore.subscribe(follow);

/** The chosen time zone, or that of the device. */
export const viewerTimeZone = (): string => useTimeZoneStore.getState().zone ?? deviceTimeZone();

/** Hook version of `viewerTimeZone`, which rerenders on changes. */
export const useViewerTimeZone = (): string => useTimeZoneSetting() ?? deviceTimeZone();

/** Day of a timestamp in a time zone: "2026-01-31". */
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

/** Null for a stored zone that this browser does not know; it may come from another browser version or be hand-written. */
function known(zone: string | null): string | null {
  return zone !== null && isTimeZone(zone) ? zone : null;
}

// Another tab changed it.
addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey) useTimeZoneStore.setState({ zone: known(newValue) });
});
