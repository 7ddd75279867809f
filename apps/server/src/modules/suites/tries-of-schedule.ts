import type { MonitoringConfig } from '@parley/contract';
import type { RepeatRule } from '@parley/suite';

/** Repeat rule of a stored schedule; null if the suite's own rule applies. */
export function triesOfSchedule(
  config: MonitoringConfig | null | undefined,
): Partial<RepeatRule> | null {
  const { repeat } = config ?? {};
  // Earlier releases stored whatever they did not know.
  const isKnown = repeat && Object.values(repeat).every((value) => typeof value === 'number');
  return isKnown ? repeat : null;
}
