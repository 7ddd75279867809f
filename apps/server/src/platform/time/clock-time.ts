/** Wall-clock time of a zone, including daylight saving. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the wall-clock time in a zone at a moment, as a date whose UTC fields show it. */
export function clockTime(at: Date, timeZone: string): Date {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(at).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Finds the first moment at which clocks in the zone show this time. If they skip it, returns the moment after the gap. */
export function momentOf(clock: Date, timeZone: string): Date {
  const wanted = clock.getTime();
  const shownAt = (ms: number) => clockTime(new Date(ms), timeZone).getTime();
  const aheadAt = (ms: number) => shownAt(ms) - ms;
  const before = wanted - aheadAt(wanted - dayMs);
  const after = wanted - aheadAt(wanted + dayMs);
  const found = [before, after].find((ms) => shownAt(ms) === wanted);
  if (found !== undefined) return new Date(found);
  let [early, late] = [after, before];
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs;
    if (shownAt(middle) < wanted) early = middle;
    else late = middle;
  }
  return new Date(late);
}
