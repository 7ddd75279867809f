import { describe, expect, it } from 'vitest';
import { subscriptionState, trialDaysLeft } from './subscription.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const past = '2026-11-21T11:59:59.999Z';
const atThisMoment = '2026-11-21T12:00:00.000Z';
const future = '2026-11-21T12:00:00.001Z';

const active = { isActive: true, isTrial: false, isTrialEnded: false, isDisabled: false };
const onTrial = { ...active, isTrial: true };
const disabled = { isActive: false, isTrial: false, isTrialEnded: false, isDisabled: true };
const trialEnded = { ...disabled, isTrialEnded: true };

describe('[A-168] the subscription table', () => {
  it.each([
    ['[A-189] a trial before its end date is active', 'trial', future, onTrial],
    ['[A-190] a trial without end date is active', 'trial', null, onTrial],
    ['[A-191, S-205] a trial after its end date has ended', 'trial', past, trialEnded],
    ['[A-188] an end date equal to now has passed', 'trial', atThisMoment, trialEnded],
    ['[A-188] so it has for whoever is enabled', 'enabled', atThisMoment, disabled],
    ['[A-188] an end date that nobody can read has passed', 'trial', 'soon', trialEnded],
    ['[A-192] enabled before its end date is active', 'enabled', future, active],
    ['[A-193] enabled without end date is active', 'enabled', null, active],
    ['[A-194, S-205] enabled after its end date is disabled', 'enabled', past, disabled],
    ['[A-195, S-205] disabled stays disabled', 'disabled', future, disabled],
    ['[A-195] disabled stays disabled without end date', 'disabled', null, disabled],
    ['[A-195] disabled is not a trial that ended', 'disabled', past, disabled],
    ['[A-196, S-205] an ended trial stays ended', 'trialEnded', future, trialEnded],
    ['[A-196] an ended trial stays ended without end date', 'trialEnded', null, trialEnded],
    ['[A-196] an ended trial stays ended after it', 'trialEnded', past, trialEnded],
    ['[A-197, S-205] an unknown status is disabled', 'paused', future, disabled],
    ['[A-197] a missing status is disabled', undefined, future, disabled],
  ])('%s', (_, status, endDate, expected) => {
    const subscription = { status: status as 'trial', endDate };
    expect(subscriptionState(subscription, now)).toEqual(expected);
  });

  it.each([null, undefined])('[A-197, S-205] a missing subscription is disabled: %s', (missing) => {
    expect(subscriptionState(missing, now)).toEqual(disabled);
  });
});

describe('days left of a trial', () => {
  it.each([
    ['begun days count whole', '2026-11-23T12:00:00.001Z', 3],
    ['exactly two days are two', '2026-11-23T12:00:00.000Z', 2],
    ['an hour is one day', '2026-11-21T13:00:00.000Z', 1],
  ])('%s', (_, endDate, days) => {
    expect(trialDaysLeft({ status: 'trial', endDate }, now)).toBe(days);
  });

  it('is unknown without an end date', () => {
    expect(trialDaysLeft({ status: 'trial', endDate: null }, now)).toBeNull();
  });
});
