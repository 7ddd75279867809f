import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';

/** Shown if signing out did not reach the server, so the session may still be active. */
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
