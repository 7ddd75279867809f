import { identity as endpoints, type User } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { toast } from '#/ui/toast.ts';

/** Remembers with the account that the older dashboard is wanted, and goes there once that is saved. */
export async function leaveForOldDashboard(user: User, url: string): Promise<void> {
  try {
    await call(endpoints.patchUserProperty, {
      params: { id: user.id, propertyName: 'json' },
      body: { value: { ...user.json, betaUser: false } },
    });
  } catch (error) {
    console.warn('The choice of the old dashboard could not be saved.', error);
    toast({
      variant: 'destructive',
      title: 'Your choice could not be saved',
      description: 'Please try again later.',
    });
    return;
  }
  location.assign(url);
}
