import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { toastStore } from '#/ui/toast.ts';
import { stateCards } from './state-cards.ts';
import { VerificationCard } from './verification-card.tsx';
import type { VerificationState } from './verification-state.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const states = Object.keys(stateCards) as VerificationState[];
const buttonNames = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

const unverified = { id: 'u1', verified: false };
const verified = { id: 'u1', verified: true };

it('[A-129] knows seven states', () => {
  expect(states.toSorted()).toEqual(
    [
      'checking',
      'pending_verification',
      'verification_complete',
      'domain_exists_active',
      'domain_exists_inactive',
      'manual_activation',
      'error',
    ].toSorted(),
  );
});

it.each<VerificationState>(['pending_verification', 'manual_activation'])(
  '[A-131] offers to send the email again to somebody unverified when %s',
  async (state) => {
    const send = 'POST /internal/v1/users/u1/sendVerificationEmail';
    const network = fakeNetwork({ [send]: { json: { status: 'sent' } } });
    render(<VerificationCard state={state} user={unverified} onLeave={() => {}} />);
    expect(buttonNames()).toEqual(['Resend Verification Email', 'Back to Login']);
    fireEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    await expect.poll(() => toastStore.getState().toast?.title).toBe('Verification email sent');
    expect(network.count(send)).toBe(1);
  },
);

it.each(states.filter((state) => state !== 'pending_verification'))(
  '[A-130] has the way out alone for somebody verified when %s',
  (state) => {
    const onLeave = vi.fn();
    render(<VerificationCard state={state} user={verified} onLeave={onLeave} />);
    expect(buttonNames()).toEqual([stateCards[state].button]);
    fireEvent.click(screen.getByRole('button'));
    expect(onLeave).toHaveBeenCalledOnce();
  },
);
