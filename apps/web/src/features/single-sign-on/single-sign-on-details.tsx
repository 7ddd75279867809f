import type { SingleSignOn } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatDate } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { certificateState } from './certificate-state.ts';
import { DomainProof } from './domain-proof.tsx';
import { TestSingleSignOn } from './test-single-sign-on.tsx';

/** Stored settings, remaining steps, and values to enter at the identity provider. */
export function SingleSignOnDetails({
  stored,
  mayChange,
}: {
  stored: SingleSignOn;
  mayChange: boolean;
}) {
  const { company, domain, identityProvider, isDomainProven, metadataUrl, serviceProvider } =
    stored;
  const signInAddress = `${location.origin}/signin/sso?company=${encodeURIComponent(company)}`;
  return (
    <div className="flex flex-col gap-6">
      {isDomainProven ? (
        // Changed settings reset the result of the test.
        <TestSingleSignOn key={JSON.stringify(stored)} company={company} />
      ) : (
        <DomainProof stored={stored} mayChange={mayChange} />
      )}
      {!mayChange && (
        <p className="text-ink-muted text-sm">
          Only the owner of the organization can change single sign-on.
        </p>
      )}
      <Takeover unverified={stored.unverifiedMembers} />
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact term="Company name">{company}</Fact>
        <Fact term="Email domain">
          {domain}{' '}
          <Badge tone={isDomainProven ? 'passed' : 'error'}>
            {isDomainProven ? 'Verified' : 'Not verified yet'}
          </Badge>
        </Fact>
        <Fact term="Identity provider (entity ID)">{identityProvider}</Fact>
        <Fact term="Signing certificate">
          <Certificate stored={stored} />
        </Fact>
        {metadataUrl && <Fact term="Metadata URL">{metadataUrl}</Fact>}
      </dl>
      <section aria-label="For your identity provider" className="flex flex-col gap-3">
        <h3 className="font-medium text-sm">For your identity provider</h3>
        <CopyField
          label="Assertion consumer service (ACS) URL"
          value={serviceProvider.assertionConsumerUrl}
        />
        <CopyField label="Entity ID (audience)" value={serviceProvider.entityId} />
        <p className="text-ink-muted text-xs">
          The entity ID is also the address of Parley’s metadata.
        </p>
      </section>
      <section aria-label="For your people" className="flex flex-col gap-3">
        <h3 className="font-medium text-sm">For your people</h3>
        <CopyField label="Sign-in address" value={signInAddress} />
        <p className="text-ink-muted text-xs">
          They must be members of this organization or have an open invitation, which their first
          sign-in accepts.
        </p>
      </section>
    </div>
  );
}

/** Warns that the first sign-in through the provider ends the other access of unverified accounts. */
function Takeover({ unverified }: { unverified: SingleSignOn['unverifiedMembers'] }) {
  const { count, hasCaller } = unverified;
  if (count === 0) return null;
  const others = hasCaller ? count - 1 : count;
  return (
    <Alert
      tone="warning"
      className="w-full"
      title={
        hasCaller
          ? 'Your first single sign-on takes over your account'
          : 'Single sign-on takes over unverified accounts'
      }
    >
      {hasCaller && (
        <p>
          Your email address was never verified, so your password, your sessions and your API keys
          end with your first sign-in through the identity provider. A connection test changes
          nothing. Afterwards, set a password with “Forgot password” and create your API keys again.
        </p>
      )}
      {others > 0 && (
        <p>
          {hasCaller ? 'The same applies to ' : 'This applies to '}
          {others === 1 ? '1 member' : `${others} members`} with an unverified address of your
          domain
          {hasCaller
            ? '.'
            : ': their passwords, sessions and API keys end with their first sign-in through the identity provider.'}
        </p>
      )}
    </Alert>
  );
}

function Certificate({ stored: { certificates } }: { stored: SingleSignOn }) {
  const { state, expiresAt } = certificateState(certificates, Date.now());
  const date = <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>;
  if (state === 'good') return <>Valid until {date}</>;
  return (
    <>
      {state === 'over' ? 'Expired on' : 'Valid until'} {date}{' '}
      <Badge tone={state === 'over' ? 'failed' : 'error'}>
        {state === 'over' ? 'Expired' : 'Expires soon'}
      </Badge>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-xs">{term}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}
