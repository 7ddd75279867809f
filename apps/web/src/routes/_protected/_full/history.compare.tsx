import { createFileRoute } from '@tanstack/react-router';
import { CompareScreen } from '#/features/history/compare-screen.tsx';
import { id, searchValues } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_protected/_full/history/compare')({
  staticData: { trail: [{ label: 'History', to: '/history' }, { label: 'Compare' }] },
  validateSearch: searchValues({ base: id, with: id }),
  component: ComparePage,
});

function ComparePage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CompareScreen
      {...search}
      onBaseChange={(next) => void navigate({ search: next, resetScroll: false })}
    />
  );
}
