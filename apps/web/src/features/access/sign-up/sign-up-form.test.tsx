import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { SignUpForm } from './sign-up-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[A-354] says that the sign-up failed where the server does not say why', async () => {
  const network = fakeNetwork({ 'POST /api/auth/sign-up/email': { status: 500 } });
  render(<SignUpForm />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Work email', 'nora@acme.test');
  type('Password', 'Abcdef1!');
  type('Confirm password', 'Abcdef1!');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByText('Sign up failed. Please try again.');
  expect(network.count('POST /api/auth/sign-up/email')).toBe(1);
});
