import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { toastStore } from '#/ui/toast.ts';
import { resendVerification } from './resend-verification.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each<[string, Answer, object]>([
  [
    '[A-249, A-300] says that the email was sent',
    { json: { status: 'sent' } },
    { title: 'Verification email sent', variant: 'success' },
  ],
  [
    '[A-250] says that the address is already verified',
    { json: { status: 'already_verified' } },
    { title: 'Already verified', variant: 'info' },
  ],
  [
    '[A-251] says what to do when it fails',
    { status: 500, statusText: 'Internal Server Error' },
    {
      title: 'Failed to send verification email',
      description: 'Please try again later or contact support.',
      variant: 'destructive',
    },
  ],
])('%s', async (_, answer, shown) => {
  fakeNetwork({ 'POST /internal/v1/users/u1/sendVerificationEmail': answer });
  await resendVerification('u1');
  expect(toastStore.getState().toast).toMatchObject(shown);
});
