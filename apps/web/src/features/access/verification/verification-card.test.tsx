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

/** Label of the exit button by state, as specified. */
const buttons = {
  checking: 'Back to Login',
  pending_verification: 'Back to Login',
  verification_complete: 'Sign In',
  domain_exists_active: 'Sign In',
  domain_exists_inactive: 'Back to Login',
  manual_activation: 'Back to Login',
  error: 'Back to Login',
} satisfies Record<VerificationState, string>;
const states = Object.keys(buttons) as VerificationState[];
const buttonNames = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

const unverified = { id: 'u1', verified: false };
const verified = { id: 'u1', verified: true };

it('[A-129] knows seven states, each with a card of its own', () => {
  expect(Object.keys(stateCards).toSorted()).toEqual(states.toSorted());
  const cards = states.map((state) => {
    render(<VerificationCard state={state} user={verified} onLeave={() => {}} />);
    const { textContent } = screen.getByRole('main');
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
    cleanup();
    return textContent;
  });
  expect(new Set(cards).size).toBe(7);
});

it.each<VerificationState>(['pending_verification', 'manual_activation'])(
  '[A-131, A-249] offers to send the email again to somebody unverified when %s',
  async (state) => {
    const send = 'POST /internal/v1/users/u1/sendVerificationEmail';
    const network = fakeNetwork({ [send]: { json: { status: 'sent' } } });
    const onLeave = vi.fn();
    render(<VerificationCard state={state} user={unverified} onLeave={onLeave} />);
    expect(buttonNames()).toEqual(['Resend Verification Email', 'Back to Login']);
    fireEvent.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
    await expect.poll(() => toastStore.getState().toast?.title).toBe('Verification email sent');
    expect(network.count(send)).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(onLeave).toHaveBeenCalledOnce();
  },
);

it.each(states)('[A-130] has the way out for somebody verified when %s', (state) => {
  const onLeave = vi.fn();
  render(<VerificationCard state={state} user={verified} onLeave={onLeave} />);
  expect(buttonNames().at(-1)).toBe(buttons[state]);
  expect(buttonNames()).toHaveLength(state === 'pending_verification' ? 2 : 1);
  fireEvent.click(screen.getByRole('button', { name: buttons[state] }));
  expect(onLeave).toHaveBeenCalledOnce();
});
