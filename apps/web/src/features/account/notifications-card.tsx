import { account, type MailPreferences } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { mailPreferencesQuery } from './account.queries.ts';

const runOptions = [
  { value: 'never', label: 'Never' },
  { value: 'failed', label: 'When a run does not pass' },
  { value: 'always', label: 'When a run ends' },
] as const;

/** Email preferences; only if the address is verified. Each choice is saved immediately. */
export function NotificationsCard() {
  const isUnproven = useAuthStore(({ user }) => user?.hasUnprovenEmail === true);
  return (
    <Card
      title="Email notifications"
      subtitle="Emails to your address. Emails you request, such as a password reset, are always sent."
    >
      {isUnproven ? (
        <p className="text-ink-muted text-sm">
          First open the link we emailed to your address. Then choose here.
        </p>
      ) : (
        <Preferences />
      )}
    </Card>
  );
}

function Preferences() {
  const { userId } = useScope();
  const preferences = useQuery(mailPreferencesQuery(userId));
  return (
    <Loaded query={preferences} what="your notifications" skeleton={<Skeleton className="h-24" />}>
      {(stored) => <Choices stored={stored} />}
    </Loaded>
  );
}

/** Shows a choice before it is stored, and reverts it if storing fails. */
function Choices({ stored }: { stored: MailPreferences }) {
  const { userId } = useScope();
  const [pending, setPending] = useState<Partial<MailPreferences>>({});
  const chosen = { ...stored, ...pending };

  async function choose(change: Partial<MailPreferences>) {
    setPending((others) => ({ ...others, ...change }));
    try {
      await call(account.setMailPreferences, { params: { id: userId }, body: change });
      const { queryKey } = mailPreferencesQuery(userId);
      queryClient.setQueryData(queryKey, (kept) => kept && { ...kept, ...change });
      toast({ variant: 'success', title: 'Notifications saved' });
    } catch (failure) {
      const title = messageOr(failure, 'Failed to save your notifications. Please try again.');
      toast({ variant: 'destructive', title });
    }
    setPending((others) => without(others, change));
  }

  return (
    <div className="flex max-w-md flex-col gap-4">
      <Checkbox
        label="Alerts"
        hint="Failing monitored test suites, if an administrator sends you alerts"
        checked={chosen.alerts}
        onChange={(event) => void choose({ alerts: event.target.checked })}
      />
      <Checkbox
        label="Usage"
        hint="Quotas that are almost or completely used up, if you are an owner or administrator"
        checked={chosen.usage}
        onChange={(event) => void choose({ usage: event.target.checked })}
      />
      <Select
        label="Runs that I started"
        options={runOptions}
        value={chosen.runs}
        onChange={(runs) => void choose({ runs })}
      />
    </div>
  );
}

/** Removes saved choices from the pending ones, unless the choice was changed again meanwhile. */
function without(
  pending: Partial<MailPreferences>,
  ended: Partial<MailPreferences>,
): Partial<MailPreferences> {
  const isEnded = ([field, value]: [string, unknown]) =>
    ended[field as keyof MailPreferences] === value;
  return Object.fromEntries(Object.entries(pending).filter((entry) => !isEnded(entry)));
}
