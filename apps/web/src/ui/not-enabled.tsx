import type { ReactNode } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

interface NotEnabledProps {
  title: string;
  icon: ReactNode;
  /** Name of the unavailable area, for the start of a sentence. */
  area: string;
  /** Name of the setting that lists the people with access. */
  setting: string;
  /** Purpose of the area. */
  children: string;
}

/** Shown to people without access to an area: what the area is, and how to get access. */
export function NotEnabled({ title, icon, area, setting, children }: NotEnabledProps) {
  const email = useAuthStore(({ user }) => user?.email);
  const supportEmail = useInstallation()?.supportEmail;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={icon}
        title={`${area} is not enabled for you`}
        action={
          supportEmail && (
            <a
              className={buttonClass({ variant: 'primary' })}
              href={mailLink(supportEmail, `${area} for ${email}`)}
            >
              Request access
            </a>
          )
        }
      >
        <p>{children}</p>
        <p className="mt-3">
          The operator of this installation can turn it on for you by adding{' '}
          <span className="font-medium text-ink">{email}</span> to{' '}
          <code className="break-all">{setting}</code>.
        </p>
      </EmptyState>
    </>
  );
}
