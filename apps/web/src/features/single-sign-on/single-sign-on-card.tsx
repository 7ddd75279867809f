import { roleAllows, type SingleSignOn } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useProof } from '#/features/account/use-proof.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RemoveSingleSignOn } from './remove-single-sign-on.tsx';
import { singleSignOnQuery } from './single-sign-on.queries.ts';
import { SingleSignOnDetails } from './single-sign-on-details.tsx';
import { SingleSignOnDialog } from './single-sign-on-dialog.tsx';

/** SAML settings of the organization. Owners can change them; administrators can see them. */
export function SingleSignOnCard() {
  const scope = useScope();
  const query = useQuery(singleSignOnQuery(scope), queryClient);
  const { data } = query;
  const role = useMyRole();
  const mayChange = role !== undefined && roleAllows(role, 'singleSignOn.manage');
  const [isEditing, setEditing] = useState(false);
  const { withProof, dialog } = useProof();
  const edit = () => void withProof(async () => setEditing(true));
  return (
    <Card
      title="Single sign-on"
      subtitle="Let people sign in with your company’s identity provider (SAML)"
      actions={
        data &&
        mayChange && (
          <>
            <Button onClick={edit}>Edit</Button>
            <RemoveSingleSignOn company={data.company} />
          </>
        )
      }
    >
      <Loaded
        query={query}
        what="the single sign-on settings"
        skeleton={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-8 w-full" />
          </div>
        }
      >
        {(stored) =>
          stored ? (
            <SingleSignOnDetails stored={stored} mayChange={mayChange} />
          ) : (
            <NotSetUp onBegin={mayChange ? edit : undefined} />
          )
        }
      </Loaded>
      <SingleSignOnDialog
        key={formKey(data)}
        stored={data ?? null}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      />
      {dialog}
    </Card>
  );
}

/** React key of the form. It changes with the stored settings, which resets the form. */
const formKey = (stored: SingleSignOn | null | undefined) =>
  stored ? `${stored.company} ${stored.domain} ${stored.metadataUrl}` : 'new';

function NotSetUp({ onBegin }: { onBegin: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose text-ink-muted text-sm">
        Not set up. You need the metadata of your identity provider, such as Okta, Entra ID or
        Google Workspace, and access to the DNS of your email domain.
        {!onBegin && ' Only the owner of the organization can set it up.'}
      </p>
      {onBegin && (
        <Button icon={<KeyRound className="size-4" aria-hidden />} onClick={onBegin}>
          Set up single sign-on
        </Button>
      )}
    </div>
  );
}
