import { createFileRoute, notFound } from '@tanstack/react-router';
import { isLocalHost } from '#/features/access/sign-in/is-local-host.ts';
import { LocalSignInScreen } from '#/features/access/sign-in/local-sign-in-screen.tsx';
import { NotFoundPage } from '#/features/session/not-found-page.tsx';
import { guard } from '#/lib/session/guard.ts';

const likeUnknown = guard('unknown');

/** Only on a developer's own machine; anywhere else this is an unknown path. */
export const Route = createFileRoute('/signin/userID/$userID')({
  beforeLoad: async () => {
    if (isLocalHost(location.hostname)) return;
    await likeUnknown();
    throw notFound();
  },
  component: () => <LocalSignInScreen userId={Route.useParams().userID} />,
  notFoundComponent: NotFoundPage,
});
