import { identity as endpoints, type User } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { toast } from '#/ui/toast.ts';

/** Stores in the account that the user prefers the previous dashboard, then opens it. */
export async function leaveForOldDashboard(user: User, url: string): Promise<void> {
  try {
    await call(endpoints.patchUserProperty, {
      params: { id: user.id, propertyName: 'json' },
      body: { value: { ...user.json, betaUser: false } },
    });
  } catch (error) {
    console.warn('Failed to save the choice of the old dashboard.', error);
    toast({
      variant: 'destructive',
      title: 'Failed to save your choice',
      description: 'Please try again later.',
    });
    return;
  }
  location.assign(url);
}
