import { Lock } from 'lucide-react';
import { productName } from '#/lib/brand.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { usePageTitle } from '#/lib/page-title.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';
import { lockedTexts } from './locked-account.ts';

/** Screen for members of an organization without an active subscription. It has no sidebar. */
export function LockedScreen() {
  const organization = useOrgStore((state) => state.currentOrganization);
  const installation = useInstallation();
  const { title, text } = lockedTexts(organization, Date.now());
  usePageTitle(title);
  const subject = `${productName} subscription request: ${organization?.name ?? 'no organization'}`;
  return (
    <StandaloneCard
      icon={<Lock />}
      title={title}
      actions={
        <>
          <a
            href={installation && mailLink(installation.salesEmail, subject)}
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            Contact Sales
          </a>
          <Button size="lg" onClick={() => void signOut()}>
            Log Out
          </Button>
        </>
      }
    >
      {text}
    </StandaloneCard>
  );
}
