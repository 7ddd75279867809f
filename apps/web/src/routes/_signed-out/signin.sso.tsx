import { createFileRoute } from '@tanstack/react-router';
import { SsoScreen } from '#/features/access/sign-in/sso-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_signed-out/signin/sso')({
  validateSearch: searchValues({ company: text }),
  component: () => <SsoScreen company={Route.useSearch().company} />,
});
