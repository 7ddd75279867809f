import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';

/** Shown if the sign-out failed, because the session may still be active on the server. */
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
