import { devicePlatforms } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import { devicesQuery } from '#/features/devices/devices.queries.ts';
import { DevicesScreen } from '#/features/devices/devices-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { oneOf, searchValues, shortText } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/devices/')({
  staticData: { trail: [{ label: 'Virtual Devices' }] },
  validateSearch: searchValues({ search: shortText(200), platform: oneOf(devicePlatforms) }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchInfiniteQuery(devicesQuery(scope, deps));
  },
  component: DevicesPage,
});

function DevicesPage() {
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DevicesScreen
      filters={filters}
      onFiltersChange={(search) => void navigate({ search, replace: true })}
    />
  );
}
