import { organizations as endpoints } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { switchOrganization } from '#/lib/session/org-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Form } from '#/ui/form.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';

const nameLengthMax = 120;

/** Creates another organization with the user as its owner. Only for users whose email domain is allowed to. */
export function NewOrganizationScreen() {
  const mayCreate = useAuthStore(({ user }) => user?.mayCreateOrganizations ?? false);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Add organization"
        description="Each organization has its own projects, members and billing."
      />
      {mayCreate ? (
        <Card>
          <NewOrganizationForm />
        </Card>
      ) : (
        <Alert tone="warning" title="You cannot add organizations">
          Only addresses of certain domains can add organizations. Ask the operator of this
          installation.
        </Alert>
      )}
    </div>
  );
}

function NewOrganizationForm() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [createdId, setCreatedId] = useState<string | null>(null);
  const create = useChange({
    // After a failure, a retry reuses the created organization, so that it does not create two.
    run: async () => createdId ?? (await createOrganization(name.trim())),
    failure: 'Failed to create the organization. Please try again.',
    isProblemShown: true,
    onDone: (organizationId) => {
      setCreatedId(organizationId);
      void open.start(organizationId);
    },
  });
  const open = useChange({
    run: openOrganization,
    failure: unopened,
    explain: () => ({ title: unopened }),
    isProblemShown: true,
    onDone: () => void navigate({ to: '/' }),
  });
  const isBusy = create.isPending || open.isPending;
  const failure = create.problem ?? open.problem;

  return (
    <Form
      isBusy={isBusy}
      onSubmit={() => void (name.trim() !== '' && create.start())}
      className="flex max-w-md flex-col gap-4"
    >
      <TextField
        label="Organization name"
        autoComplete="organization"
        maxLength={nameLengthMax}
        readOnly={createdId !== null}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {!isBusy && failure && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" variant="primary" isLoading={isBusy} disabled={name.trim() === ''}>
          {createdId === null ? 'Add organization' : 'Open organization'}
        </Button>
      </div>
    </Form>
  );
}

const unopened = 'The organization was created, but failed to open. Please try again.';

async function openOrganization(organizationId: string): Promise<void> {
  await reloadUser();
  await switchOrganization(organizationId);
}

async function createOrganization(organizationName: string): Promise<string> {
  const { user } = useAuthStore.getState();
  if (!user) throw new Error('No authenticated user found');
  const { id } = await call(endpoints.createOrganization, {
    params: { userId: user.id },
    body: {
      id: user.id,
      email: user.email,
      // Invited users may not have entered a name.
      name: user.name || user.email,
      jobTitle: user.jobTitle ?? undefined,
      surveyCompleted: true,
      onboardingData: { organizationName },
    },
  });
  return id;
}
