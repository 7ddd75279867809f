import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';

/** After a log out that did not reach the server, where the session may go on. */
export function SignOutFailure() {
  const failure = useAuthStore((state) => state.signOutFailure);
  if (!failure) return null;
  return (
    <Alert
      tone="danger"
      className="mb-4"
      actions={<Button onClick={() => void signOut()}>Log out</Button>}
    >
      {failure}
    </Alert>
  );
}
