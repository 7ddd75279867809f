import { ApiKeysCard } from '#/features/api-keys/api-keys-card.tsx';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { AboutCard } from './about-card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { ExportCard } from './export-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TimeZoneCard } from './time-zone-card.tsx';
import { WholeAccountCard } from './whole-account-card.tsx';

export function AccountScreen() {
  const organizationId = useAuthStore(({ user }) => user?.providerOrganizationId ?? null);
  const isOwn = organizationId === null;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="My Account"
        description="Your profile, security, notifications and appearance"
      />
      <ProfileCard />
      <PasswordCard />
      <SessionsCard />
      {isOwn && <NotificationsCard />}
      <AppearanceCard />
      <TimeZoneCard />
      <ApiKeysCard />
      {isOwn ? (
        <>
          <ExportCard />
          <DeleteAccountCard />
        </>
      ) : (
        <WholeAccountCard organizationId={organizationId} />
      )}
      <AboutCard />
    </div>
  );
}
