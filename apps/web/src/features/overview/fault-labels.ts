import type { Fault, OverviewChange, SuiteStanding, SuiteState } from '@parley/contract';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import type { BadgeTone } from '#/ui/badge.tsx';

/** Labels for faults, which tell what is responsible for a failure. */
export const faultLabels: Record<Fault, string> = {
  failed: 'Failed',
  unreachable: failureClassNames.network,
  settings: failureClassNames.configuration,
  internal: failureClassNames.internal,
  undecided: 'Undecided',
};

export const faultTones: Record<Fault, BadgeTone> = {
  failed: 'failed',
  unreachable: 'error',
  settings: 'error',
  internal: 'error',
  undecided: 'error',
};

export const stateLabels: Record<SuiteState, string> = {
  ...faultLabels,
  doubtful: 'Doubtful',
  passed: 'Passed',
  unknown: 'No result',
};

export const stateTones: Record<SuiteState, BadgeTone> = {
  ...faultTones,
  doubtful: 'neutral',
  passed: 'passed',
  unknown: 'neutral',
};

export const monitorLabels: Record<NonNullable<SuiteStanding['monitor']>, string> = {
  failing: 'Failing',
  working: 'On',
  paused: 'Paused',
  stopped: 'Stopped',
  waiting: 'Not run yet',
};

export const changeLabels: Record<OverviewChange['kind'], string> = {
  broke: 'Broke',
  'edited-and-broke': 'Edited and broke',
  mended: 'Fixed',
  edited: 'Edited',
  unsteady: 'Flaky',
  slower: 'Slower',
};

export const changeTones: Record<OverviewChange['kind'], BadgeTone> = {
  broke: 'failed',
  'edited-and-broke': 'failed',
  mended: 'passed',
  edited: 'neutral',
  unsteady: 'error',
  slower: 'error',
};
