import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { SignInForm } from './sign-in-form.tsx';

const broken = { status: 500, statusText: 'Internal Server Error' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('[A-355] says that the login failed where the server does not say why', async () => {
  const network = fakeNetwork({ 'POST /api/auth/sign-in/email': broken });
  render(<SignInForm />);
  type('Email', 'nora@acme.test');
  type('Password', 'Abcdef1!');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Login failed. Please try again.');
  expect(network.requests).toHaveLength(1);
});

it('[A-358] says that the password reset failed where the server does not say why', async () => {
  const network = fakeNetwork({ 'POST /api/auth/request-password-reset': broken });
  render(<SignInForm />);
  type('Email', 'nora@acme.test');
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await screen.findByText('Password reset failed. Please try again.');
  expect(network.requests).toHaveLength(1);
});
