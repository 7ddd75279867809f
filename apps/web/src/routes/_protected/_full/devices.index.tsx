import { devices } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { devicesQuery } from '#/features/devices/devices.queries.ts';
import { DevicesScreen } from '#/features/devices/devices-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/devices/')({
  staticData: { trail: [{ label: 'Virtual Devices' }] },
  validateSearch: z.object({
    search: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
    platform: z.catch(z.optional(devices.devicePlatform), undefined),
  }),
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
