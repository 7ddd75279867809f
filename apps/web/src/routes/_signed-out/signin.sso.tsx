import { createFileRoute } from '@tanstack/react-router';
import { SsoScreen } from '#/features/access/sign-in/sso-screen.tsx';
import { searchTexts } from '#/lib/search-texts.ts';

export const Route = createFileRoute('/_signed-out/signin/sso')({
  validateSearch: searchTexts('company'),
  component: () => <SsoScreen company={Route.useSearch().company} />,
});
