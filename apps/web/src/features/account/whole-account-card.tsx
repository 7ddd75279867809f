import { useOrgStore } from '#/lib/session/org-store.ts';
import { signInAgain } from '#/lib/session/sign-in-again.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';

/** Replaces settings that a session from an organization's single sign-on cannot change. */
export function WholeAccountCard({ organizationId }: { organizationId: string }) {
  const organizations = useOrgStore((state) => state.organizations);
  const name = organizations.find(({ id }) => id === organizationId)?.name ?? 'one organization';
  return (
    <Card title="Your whole account" subtitle="Notifications, your data, deletion">
      <p className="mb-4 max-w-prose text-ink-muted text-sm">
        You signed in with single sign-on of {name}, which only opens that organization. To choose
        emails, download your data or delete your account, sign in with your password or another
        method.
      </p>
      <Button onClick={() => void signInAgain(organizationId)}>Sign in again</Button>
    </Card>
  );
}
