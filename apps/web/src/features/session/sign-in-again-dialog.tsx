import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { signInAgain, useSignInAgain } from '#/lib/session/sign-in-again.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogFooter } from '#/ui/dialog-frame.tsx';

/** Asks the user to sign in again, because the current session cannot open the selected organization. */
export function SignInAgainDialog() {
  const organization = useSignInAgain((state) => state.organization);
  const ownId = useAuthStore(({ user }) => user?.providerOrganizationId);
  const organizations = useOrgStore((state) => state.organizations);
  const own = organizations.find(({ id }) => id === ownId)?.name ?? 'another organization';
  const close = () => useSignInAgain.setState({ organization: null });
  if (!organization) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && close()}
      title={`Sign in again to open ${organization.name}`}
      description={`You signed in with single sign-on of ${own}, which only opens that organization. Sign in with your password or another method to open ${organization.name}. If you have no password yet, choose “Forgot password”.`}
    >
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" onClick={() => void signInAgain(organization.id)}>
          Sign in again
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
