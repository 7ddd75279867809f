import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { toast } from '#/ui/toast.ts';

/** Sends the verification email again and shows the result in a toast. */
export async function resendVerification(userId: string): Promise<void> {
  try {
    const { status } = await call(endpoints.sendVerificationEmail, { params: { id: userId } });
    if (status === 'sent') toast({ title: 'Verification email sent', variant: 'success' });
    else toast({ title: 'Already verified', variant: 'info' });
  } catch {
    toast({
      title: 'Failed to send verification email',
      description: 'Please try again later or contact support.',
      variant: 'destructive',
    });
  }
}
