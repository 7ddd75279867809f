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

it('[A-131] offers to send the email again to somebody whose verification is pending', async () => {
  const send = 'POST /internal/v1/users/u1/sendVerificationEmail';
  const network = fakeNetwork({ [send]: { json: { status: 'sent' } } });
  render(<VerificationCard state="pending_verification" userId="u1" onLeave={() => {}} />);
  expect(buttonNames()).toEqual(['Resend Verification Email', 'Back to Login']);
  fireEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  await expect.poll(() => toastStore.getState().toast?.title).toBe('Verification email sent');
  expect(network.count(send)).toBe(1);
});

it.each(states.filter((state) => state !== 'pending_verification'))(
  'has the way out alone when %s',
  (state) => {
    const onLeave = vi.fn();
    render(<VerificationCard state={state} userId="u1" onLeave={onLeave} />);
    expect(buttonNames()).toEqual([stateCards[state].button]);
    fireEvent.click(screen.getByRole('button'));
    expect(onLeave).toHaveBeenCalledOnce();
  },
);
