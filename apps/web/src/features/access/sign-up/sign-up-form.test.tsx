import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { SignUpForm } from './sign-up-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refusal = (status: number, code: string) => ({ status, json: { error: { code } } });

function signUp(): void {
  render(<SignUpForm />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Work email', 'nora@acme.test');
  type('Password', 'Abcdef1!');
  type('Confirm password', 'Abcdef1!');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

it.each([
  ['A-347', refusal(409, 'auth/email-already-in-use'), /^This email is already registered\./],
  ['A-349', refusal(400, 'auth/weak-password'), /^Please choose a stronger password\.$/],
  ['A-354', { status: 500 }, /^Sign up failed\. Please try again\.$/],
])('[%s] says why the sign-up failed, as far as the server does: %o', async (_, answer, text) => {
  const network = fakeNetwork({ 'POST /api/auth/sign-up/email': answer });
  signUp();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(network.count('POST /api/auth/sign-up/email')).toBe(1);
});

it('[A-354] says something more specific where the address is refused before', async () => {
  const verdict = { json: { isFreeMail: true, isDisposable: false } };
  const network = fakeNetwork({ 'POST /internal/v1/login/validateEmail': verdict });
  signUp();
  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toMatch(/^We only offer free trials for users with corporate emails\./);
  expect(network.count('POST /api/auth/sign-up/email')).toBe(0);
});
