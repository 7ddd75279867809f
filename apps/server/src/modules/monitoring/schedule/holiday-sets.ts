import type { ExclusionCalendar } from '@parley/contract';
import { holidaysPackage } from './holidays-package.ts';

interface HolidaySet {
  country: string;
  name: string;
  regions: { region: string; name: string }[];
}

let known: HolidaySet[] | undefined;

/** Lists countries by name, with the states and regions that have their own holidays. */
export function listHolidaySets(): HolidaySet[] {
  if (known) return known;
  const Holidays = holidaysPackage();
  const all = new Holidays();
  known = Object.entries(all.getCountries('en'))
    .map(([country, name]) => ({
      country,
      name,
      regions: Object.entries(all.getStates(country, 'en') ?? {})
        .map(([region, regionName]) => ({ region, name: regionName }))
        .sort(byName),
    }))
    .sort(byName);
  return known;
}

export function isHolidaySet({ country, region }: ExclusionCalendar['holidays'][number]): boolean {
  const set = listHolidaySets().find((each) => each.country === country);
  return (
    set !== undefined && (region === null || set.regions.some((each) => each.region === region))
  );
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name, 'en');
}
