/** Tests the messages of a sign-in with Firebase as the identity provider. A local server acts as Firebase. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chooseIdentity } from '#/lib/identity/current-identity.ts';
import { SignInForm } from './sign-in-form.tsx';

// Outside a browser, the library cannot open windows, and refuses to start with the resolver that opens them.
vi.mock('firebase/auth', async (importOriginal) => ({
  ...(await importOriginal<typeof import('firebase/auth')>()),
  browserPopupRedirectResolver: undefined,
}));

/** Error that the local server returns for each sign-in. */
let refusal: string;
let firebase: Server;

beforeAll(async () => {
  firebase = createServer((_, response) => {
    const error = { code: 400, message: refusal, errors: [{ message: refusal }] };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => firebase.listen(0, '127.0.0.1', resolve));
  const { port } = firebase.address() as AddressInfo;
  const facts = document.createElement('meta');
  facts.name = 'parley-firebase';
  facts.content = JSON.stringify({
    projectId: 'demo-parley',
    apiKey: 'web-key',
    authDomain: 'demo-parley.firebaseapp.com',
    emulatorUrl: `http://127.0.0.1:${port}`,
  });
  document.head.append(facts);
  await chooseIdentity();
});

afterEach(cleanup);

afterAll(() => {
  firebase.close();
});

it.each([
  ['A-342', 'INVALID_EMAIL', 'Invalid email address format.'],
  ['A-343', 'USER_DISABLED', 'This account has been disabled. Please contact support.'],
  [
    'A-344',
    'EMAIL_NOT_FOUND',
    'No account found with this email. Please check your credentials or sign up.',
  ],
  ['A-345', 'INVALID_PASSWORD', 'Password is incorrect.'],
  [
    'A-346',
    'INVALID_LOGIN_CREDENTIALS',
    'Invalid login credentials. Please check your email and password.',
  ],
  [
    'A-351',
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    'Too many failed login attempts. Please try again later or reset your password.',
  ],
])('[%s] says for %s of Firebase: %s', async (_, answer, text) => {
  refusal = answer;
  render(<SignInForm />);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'nora@acme.test' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Abcdef1!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});
