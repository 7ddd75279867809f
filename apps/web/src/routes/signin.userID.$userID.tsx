import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { isLocalHost } from '#/features/access/sign-in/is-local-host.ts';
import { LocalSignInScreen } from '#/features/access/sign-in/local-sign-in-screen.tsx';
import { NotFoundPage } from '#/features/shell/not-found-page.tsx';
import { guard } from '#/lib/session/guard.ts';

const likeUnknown = guard('unknown');

/**
 * Sign-in as any user, on the local machine only; on other hosts this is an unknown path. The code is removed from the URL
 * before it is used.
 */
export const Route = createFileRoute('/signin/userID/$userID')({
  beforeLoad: async ({ params }) => {
    if (!isLocalHost(location.hostname)) {
      await likeUnknown();
      throw notFound();
    }
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code === null) return;
    // Few users sign in this way, so this code is not part of the entry chunk.
    const { keepLocalCode } = await import('#/features/access/sign-in/local-sign-in.ts');
    keepLocalCode(code);
    throw redirect({ to: '/signin/userID/$userID', params, replace: true });
  },
  component: () => <LocalSignInScreen userId={Route.useParams().userID} />,
  notFoundComponent: NotFoundPage,
});
