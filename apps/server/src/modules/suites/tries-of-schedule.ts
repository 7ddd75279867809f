import type { MonitoringConfig } from '@parley/contract';
import type { RepeatRule } from '@parley/suite';

/** Returns the repeat rule of a stored schedule; null if the suite's own rule applies. */
export function triesOfSchedule(
  config: MonitoringConfig | null | undefined,
): Partial<RepeatRule> | null {
  const { repeat } = config ?? {};
  // Earlier releases stored unknown fields without validation.
  const isKnown = repeat && Object.values(repeat).every((value) => typeof value === 'number');
  return isKnown ? repeat : null;
}
