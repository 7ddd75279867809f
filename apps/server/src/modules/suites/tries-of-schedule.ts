import type { MonitoringConfig } from '@parley/contract';
import type { RepeatRule } from '@parley/suite';

/** The tries of each test that a stored schedule asks for; null for those of the suite. */
export function triesOfSchedule(
  config: MonitoringConfig | null | undefined,
): Partial<RepeatRule> | null {
  const { repeat } = config ?? {};
  // Earlier releases stored whatever they did not know.
  const isKnown = repeat && Object.values(repeat).every((value) => typeof value === 'number');
  return isKnown ? repeat : null;
}
