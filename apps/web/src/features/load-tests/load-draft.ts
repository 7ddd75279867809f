/** Draft of the setup form, and its conversion to a request. */
import type { LoadTest } from '@parley/contract';
import type { LoadMetric, LoadProfile, LoadProfileKind } from '@parley/suite';
import { printDuration, readDuration } from './duration-text.ts';
import type { LoadTestBody } from './load-tests.queries.ts';
import { readNumber } from './number-text.ts';

export interface LoadDraft {
  name: string;
  kind: LoadProfileKind;
  users: string;
  duration: string;
  ramp: string;
  perSecond: string;
  usersMax: string;
  spikeUsers: string;
  spikeAt: string;
  spikeFor: string;
  thinkTime: string;
  /** Thresholds as typed: the error rate in percent, latencies in milliseconds. Empty means no threshold. */
  thresholds: Record<LoadMetric, string>;
}

type DraftField = Exclude<keyof LoadDraft, 'thresholds' | 'kind'> | LoadMetric;

export type DraftErrors = Partial<Record<DraftField, string>>;

export const newDraft: LoadDraft = {
  name: '',
  kind: 'steady',
  users: '10',
  duration: '1 min',
  ramp: '30 s',
  perSecond: '2',
  usersMax: '100',
  spikeUsers: '50',
  spikeAt: '20 s',
  spikeFor: '10 s',
  thinkTime: '2 s',
  thresholds: { errorRate: '1', p50: '', p95: '1000', p99: '', max: '' },
};

export const metrics: readonly LoadMetric[] = ['errorRate', 'p50', 'p95', 'p99', 'max'];

/** Creates the draft for repeating a load test. */
export function draftOf({ name, profile, thinkTimeMs, thresholds }: LoadTest): LoadDraft {
  const draft: LoadDraft = {
    ...newDraft,
    name,
    kind: profile.kind,
    duration: printDuration(profile.durationS),
    thinkTime: printDuration(thinkTimeMs / 1000),
    thresholds: { errorRate: '', p50: '', p95: '', p99: '', max: '' },
  };
  for (const { metric, max } of thresholds)
    draft.thresholds[metric] = String(
      metric === 'errorRate' ? Number((max * 100).toPrecision(6)) : max,
    );
  if (profile.kind === 'arrivals') {
    draft.perSecond = String(profile.perSecond);
    draft.usersMax = String(profile.usersMax);
    return draft;
  }
  draft.users = String(profile.users);
  if (profile.kind === 'ramp') draft.ramp = printDuration(profile.rampS);
  if (profile.kind === 'spike') {
    draft.spikeUsers = String(profile.spikeUsers);
    draft.spikeAt = printDuration(profile.spikeAtS);
    draft.spikeFor = printDuration(profile.spikeS);
  }
  return draft;
}

export interface ReadDraft {
  /** Undefined if a value is invalid. */
  profile: LoadProfile | undefined;
  thinkTimeMs: number | undefined;
  thresholds: LoadTestBody['thresholds'];
  errors: DraftErrors;
}

const durationHint = 'Enter a time, such as 90 s, 5 min or 1 h.';

export function readDraft(draft: LoadDraft, usersLimit: number): ReadDraft {
  const errors: DraftErrors = {};
  const fail = (field: DraftField, message: string) => {
    errors[field] ??= message;
    return undefined;
  };
  const number = (field: DraftField, text: string): number | undefined => {
    const value = readNumber(text);
    return value === undefined ? fail(field, 'Enter a number, such as 0.5.') : value;
  };
  const users = (field: 'users' | 'usersMax' | 'spikeUsers') => {
    const value = readNumber(draft[field]) ?? 0;
    if (value < 1 || value !== Math.round(value))
      fail(field, 'Enter a whole number of at least 1.');
    if (value > usersLimit)
      fail(field, `At most ${usersLimit.toLocaleString('en')} on this installation.`);
    return value;
  };
  const seconds = (field: 'duration' | 'ramp' | 'spikeAt' | 'spikeFor') => {
    const value = readDuration(draft[field]);
    if (value === undefined) fail(field, durationHint);
    else if (value < 1 || value !== Math.round(value))
      fail(field, 'Enter whole seconds, at least 1 s.');
    else if (value > 4 * 3600) fail(field, 'At most 4 h.');
    return value ?? 0;
  };

  if (draft.name.trim() === '') fail('name', 'Enter a name.');
  const thinkTime = readDuration(draft.thinkTime);
  if (thinkTime === undefined) fail('thinkTime', durationHint);
  else if (thinkTime > 600) fail('thinkTime', 'At most 10 min.');
  const profile = readProfile(draft, { users, seconds, number, fail });
  const thresholds = readThresholds(draft, number, fail);
  return {
    profile: hasProfileError(errors) ? undefined : profile,
    thinkTimeMs: errors.thinkTime ? undefined : Math.round((thinkTime ?? 0) * 1000),
    thresholds,
    errors,
  };
}

interface Reading {
  users(field: 'users' | 'usersMax' | 'spikeUsers'): number;
  seconds(field: 'duration' | 'ramp' | 'spikeAt' | 'spikeFor'): number;
  number(field: DraftField, text: string): number | undefined;
  fail(field: DraftField, message: string): undefined;
}

function readProfile(draft: LoadDraft, { users, seconds, number, fail }: Reading): LoadProfile {
  const durationS = seconds('duration');
  switch (draft.kind) {
    case 'steady':
      return { kind: 'steady', users: users('users'), durationS };
    case 'ramp': {
      const rampS = seconds('ramp');
      if (rampS > durationS) fail('ramp', 'The ramp is longer than the test.');
      return { kind: 'ramp', users: users('users'), rampS, durationS };
    }
    case 'arrivals': {
      const perSecond = number('perSecond', draft.perSecond) ?? 0;
      if (perSecond < 0.01 || perSecond > 10_000) fail('perSecond', 'Enter 0.01 to 10,000.');
      return { kind: 'arrivals', perSecond, usersMax: users('usersMax'), durationS };
    }
    case 'spike': {
      const [base, spikeUsers] = [users('users'), users('spikeUsers')];
      const [spikeAtS, spikeS] = [seconds('spikeAt'), seconds('spikeFor')];
      if (spikeUsers <= base) fail('spikeUsers', 'Must be more than outside the spike.');
      if (spikeAtS + spikeS > durationS) fail('spikeFor', 'The spike ends after the test.');
      return { kind: 'spike', users: base, spikeUsers, spikeAtS, spikeS, durationS };
    }
  }
}

function readThresholds(
  { thresholds }: LoadDraft,
  number: Reading['number'],
  fail: Reading['fail'],
): LoadTestBody['thresholds'] {
  const read: LoadTestBody['thresholds'] = [];
  let lowest = 0;
  for (const metric of metrics) {
    const text = thresholds[metric];
    const value = text.trim() === '' ? undefined : number(metric, text);
    if (value === undefined) continue;
    if (metric === 'errorRate') {
      if (value < 0 || value > 100) fail(metric, 'Enter 0 to 100%.');
      read.push({ metric, max: value / 100 });
      continue;
    }
    if (value < 1 || value > 600_000) fail(metric, 'Enter 1 ms to 10 min.');
    if (value < lowest) fail(metric, 'Must not be below the limit of a lower percentile.');
    lowest = Math.max(lowest, value);
    read.push({ metric, max: value });
  }
  return read;
}

const notOfProfile = new Set<string>(['name', 'thinkTime', ...metrics]);

const hasProfileError = (errors: DraftErrors) =>
  Object.keys(errors).some((field) => !notOfProfile.has(field));
