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
  return <CompareScreen {...search} />;
}
