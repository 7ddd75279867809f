import { emailPattern } from '@parley/contract';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageForCode, messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';

export interface SignInState {
  email: string;
  errors: { email?: string | undefined; password?: string | undefined };
  /** Message about the failure. */
  failure?: string | undefined;
  /** Message about a success that does not sign in, such as a sent email. */
  notice?: string;
}

export async function signInWithPassword(data: FormData): Promise<SignInState> {
  const { email, password } = fieldsOf(data);
  const errors = {
    email: emailProblem(email, 'Email is required'),
    password: password === '' ? 'Password is required' : undefined,
  };
  if (errors.email || errors.password) return { email, errors };
  try {
    await identity.signInWithPassword(email, password);
    // Another sign-in window may still be open, but its result no longer matters.
    useAuthStore.setState({ isHeld: false });
    return { email, errors: {} };
  } catch (error) {
    return { email, errors: {}, failure: messageOf(error, 'login') };
  }
}

export async function sendPasswordReset(data: FormData): Promise<SignInState> {
  const { email } = fieldsOf(data);
  const problem = emailProblem(email, 'Please enter your email address');
  if (problem) return { email, errors: { email: problem } };
  try {
    await identity.sendPasswordReset(email);
    return { email, errors: {}, notice: 'Password reset email sent. Please check your inbox.' };
  } catch (error) {
    return { email, errors: {}, failure: messageOf(error, 'passwordReset') };
  }
}

function emailProblem(email: string, missing: string): string | undefined {
  if (email === '') return missing;
  return emailPattern.test(email) ? undefined : messageForCode('auth/invalid-email');
}

function fieldsOf(data: FormData): { email: string; password: string } {
  return {
    email: String(data.get('email') ?? '').trim(),
    password: String(data.get('password') ?? ''),
  };
}
