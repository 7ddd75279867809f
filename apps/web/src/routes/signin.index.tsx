import { createFileRoute, redirect } from '@tanstack/react-router';
import { AutomaticSignIn } from '#/features/access/sign-in/automatic-sign-in.tsx';
import { SignInScreen } from '#/features/access/sign-in/sign-in-screen.tsx';
import { keepToken, spendKeptToken } from '#/features/access/sign-in/token-sign-in.ts';
import { searchValues, text } from '#/lib/search-values.ts';
import { guard } from '#/lib/session/guard.ts';

const readSearch = searchValues({ token: text });
const signedOutOnly = guard('signed-out');

/**
 * Sign-in page. A custom token in the URL takes precedence over the current session. It is removed from the URL before it is
 * used.
 */
export const Route = createFileRoute('/signin/')({
  validateSearch: readSearch,
  beforeLoad: async ({ search }) => {
    if (search.token) {
      keepToken(search.token);
      throw redirect({ to: '/signin', search: {}, replace: true });
    }
    const tokenFailure = await spendKeptToken();
    await signedOutOnly();
    return { tokenFailure };
  },
  component: SignIn,
  pendingComponent: AutomaticSignIn,
  pendingMs: 0,
});

function SignIn() {
  const { tokenFailure } = Route.useRouteContext();
  return <SignInScreen failure={tokenFailure} />;
}
