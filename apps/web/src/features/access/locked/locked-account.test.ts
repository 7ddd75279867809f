import { expect, it } from 'vitest';
import { acme } from '#/lib/testing/people.ts';
import { lockedTexts } from './locked-account.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const past = '2026-11-20T12:00:00.000Z';

const trialEnded = {
  title: 'Trial Period Has Ended',
  text: /trial of Acme is over.*subscribe to a plan/i,
};
const disabled = { title: 'Subscription Disabled', text: /contact support to reactivate/ };

it.each([
  ['[A-146, A-147, S-205] a trial whose end date passed', 'trial', past, trialEnded],
  ['[A-146, A-147, S-205] a trial that was ended', 'trialEnded', null, trialEnded],
  ['[A-148, A-149, S-205] a disabled subscription', 'disabled', null, disabled],
  ['[A-148, A-149, S-205] a paid subscription that ran out', 'enabled', past, disabled],
] as const)('%s', (_, status, endDate, { title, text }) => {
  const organization = { ...acme, subscription: { status, endDate, planId: null } };
  const texts = lockedTexts(organization, now);
  expect(texts.title).toBe(title);
  expect(texts.text).toMatch(text);
});

it('[A-148, S-205] no subscription at all counts as a disabled one', () => {
  expect(lockedTexts({ ...acme, subscription: null }, now).title).toBe(disabled.title);
});

it('[A-150, A-151, S-205] without an organization access is restricted, and support is named', () => {
  const texts = lockedTexts(null, now);
  expect(texts.title).toBe('Access Restricted');
  expect(texts.text).toMatch(/contact support/);
});
