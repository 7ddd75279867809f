import { signOut } from '#/lib/session/session.ts';
import { linkClass } from '#/ui/link-class.ts';

/** Shows who is signed in, with a button to log out. */
export function SignedInAs({ email }: { email: string }) {
  return (
    <p className="mt-6 text-ink-muted text-sm">
      Signed in as {email}.{' '}
      <button type="button" className={linkClass} onClick={() => void signOut()}>
        Log out
      </button>
    </p>
  );
}
