import { Waypoints } from 'lucide-react';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';

/** For people who come here without the flag: what it is and how to get it. */
export function NotSwitchedOn() {
  const email = useAuthStore(({ user }) => user?.email);
  const supportEmail = useInstallation()?.supportEmail;
  return (
    <>
      <PageHeader title="Exploratory Tests" />
      <EmptyState
        icon={<Waypoints aria-hidden />}
        title="Exploratory testing is not enabled for you"
        action={
          supportEmail && (
            <a
              className={buttonClass({ variant: 'primary' })}
              href={mailLink(supportEmail, `Exploratory testing for ${email}`)}
            >
              Ask for it
            </a>
          )
        }
      >
        <p>
          Talk to a bot from here, watch a map of what it can do grow, and turn the ways you went
          into tests.
        </p>
        <p className="mt-3">
          Whoever runs this installation switches it on per person, by adding{' '}
          <span className="font-medium text-ink">{email}</span> to{' '}
          <code className="break-all">PARLEY_EXPLORATORY_TESTING_FOR</code>.
        </p>
      </EmptyState>
    </>
  );
}
