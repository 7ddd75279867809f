/** Text of the overview's headline. Pure. */

import type { Overview } from '@parley/contract';
import { counted } from '@parley/suite';

type Counts = Pick<Overview, 'monitors' | 'recent' | 'suites'>;

/** Headline about the monitors. It separates wrong replies, unreachable bots, and causes outside the bots. */
export function headlineOf({ monitors, recent, suites }: Counts): string {
  const { failed, unreachable, settings, internal, undecided, total, unchecked } = monitors;
  const parts = [
    failed > 0 && said(failed, 'fails', 'fail'),
    unreachable > 0 && said(unreachable, 'cannot reach its bot', 'cannot reach their bots'),
    settings > 0 &&
      said(
        settings,
        'has a problem in its suite or settings',
        'have problems in suites or settings',
      ),
    internal > 0 && said(internal, 'was stopped by Parley', 'were stopped by Parley'),
    undecided > 0 && said(undecided, 'is undecided', 'are undecided'),
  ].filter((part) => part !== false);
  const [first, ...others] = parts;
  if (first) return [withNoun(first), ...others].join(', ');
  if (recent > 0)
    return recent === 1
      ? '1 test suite failed in its last run'
      : `${recent} test suites failed in their last runs`;
  if (total === 0) return suites.total === 0 ? 'Nothing is tested yet' : 'No test suite is failing';
  if (unchecked > 0)
    return `No monitor fails, ${said(unchecked, 'is not checked', 'are not checked')}`;
  return total === 1 ? 'The monitor passes' : `All ${total} monitors pass`;
}

const said = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const withNoun = (part: string) =>
  part.replace(/^(\d+)/, (count) => (count === '1' ? '1 monitor' : `${count} monitors`));

/** Line below the headline: failures without an incident, and the states of the suites. */
export function detailsOf({ monitors, recent, suites }: Counts): string {
  const hasIncidents = countIncidents(monitors) > 0;
  return [
    hasIncidents &&
      recent > 0 &&
      said(recent, 'suite failed without an incident', 'suites failed without an incident'),
    `${suites.passed} of ${counted(suites.total, 'suite')} passed`,
    suites.doubtful > 0 && `${suites.doubtful} doubtful`,
    suites.unknown > 0 && `${suites.unknown} without a result`,
    hasIncidents &&
      monitors.unchecked > 0 &&
      said(monitors.unchecked, 'monitor not checked', 'monitors not checked'),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

export const countIncidents = ({
  failed,
  unreachable,
  settings,
  internal,
  undecided,
}: Overview['monitors']): number => failed + unreachable + settings + internal + undecided;

/** @returns true if every suite passed and every monitor was checked */
export const isAllGreen = ({ monitors, suites }: Counts): boolean =>
  suites.total > 0 &&
  suites.passed === suites.total &&
  countIncidents(monitors) + monitors.unchecked === 0;
