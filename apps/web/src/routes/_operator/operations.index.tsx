import { createFileRoute } from '@tanstack/react-router';
import { OperationsScreen } from '#/features/operations/operations-screen.tsx';
import { operationsTabs } from '#/features/operations/operations-tabs.ts';
import { oneOf, searchValues } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_operator/operations/')({
  staticData: { trail: [{ label: 'Operations' }] },
  validateSearch: searchValues({ tab: oneOf(operationsTabs) }),
  component: OperationsPage,
});

function OperationsPage() {
  const { tab = 'installation' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OperationsScreen
      tab={tab}
      onTabChange={(next) =>
        void navigate({
          search: { tab: next === 'installation' ? undefined : next },
          replace: true,
        })
      }
    />
  );
}
