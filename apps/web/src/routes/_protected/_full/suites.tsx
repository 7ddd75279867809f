import { createFileRoute } from '@tanstack/react-router';
import { SuitesScreen } from '#/features/overview/suites-screen.tsx';
import { id, searchValues, text } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_protected/_full/suites')({
  staticData: { trail: [{ label: 'Suites' }] },
  validateSearch: searchValues({
    q: text,
    state: text,
    monitored: text,
    project: id,
    tag: text,
    view: id,
  }),
  component: SuitesPage,
});

function SuitesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SuitesScreen
      search={search}
      onSearchChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
