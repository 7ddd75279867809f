import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { SignInForm } from './sign-in-form.tsx';

const broken = { status: 500, statusText: 'Internal Server Error' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const refusal = (status: number, code: string) => ({
  status,
  json: { error: { code, message: 'The words of the server' } },
});

it.each<[string, Answer, RegExp]>([
  ['A-342', refusal(400, 'auth/invalid-email'), /^Invalid email address format\.$/],
  ['A-343', refusal(403, 'auth/user-disabled'), /^This account has been disabled\./],
  ['A-344', refusal(401, 'auth/user-not-found'), /^No account found with this email\./],
  ['A-345', refusal(401, 'auth/wrong-password'), /^Password is incorrect\.$/],
  ['A-346', refusal(401, 'auth/invalid-login-credentials'), /^Invalid login credentials\./],
  ['A-348', refusal(403, 'auth/operation-not-allowed'), /^Invalid company name or operation/],
  ['A-351', refusal(429, 'auth/too-many-requests'), /^Too many failed login attempts\./],
  ['A-351', { status: 429 }, /^Too many failed login attempts\./],
  ['A-352', { status: 502 }, /^Network error\./],
  ['A-352', () => Promise.reject(new TypeError('Failed to fetch')), /^Network error\./],
  ['A-353', refusal(401, 'auth/unheard-of'), /^Authentication failed\. Please try again\.$/],
])('[%s] says in an alert why the login failed: %o', async (_, answer, text) => {
  fakeNetwork({ 'POST /api/auth/sign-in/email': answer });
  render(<SignInForm />);
  type('Email', 'nora@acme.test');
  type('Password', 'Abcdef1!');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

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
