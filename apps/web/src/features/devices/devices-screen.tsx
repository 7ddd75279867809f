import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MonitorSmartphone, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { CreateDeviceDialog } from './create-device-dialog.tsx';
import { DeviceTable } from './device-table.tsx';
import { type DeviceFilters, devicesQuery } from './devices.queries.ts';

interface DevicesScreenProps {
  filters: DeviceFilters;
  onFiltersChange: (filters: DeviceFilters) => void;
}

/** The virtual devices of the organization. */
export function DevicesScreen({ filters, onFiltersChange }: DevicesScreenProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const query = useInfiniteQuery(devicesQuery(scope, filters));
  const devices = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = query.data?.pages.at(-1)?.pagination.total ?? 0;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const isBare = query.isSuccess && devices.length === 0 && !isFiltered;

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Virtual Devices"
        description="The visitors and callers that your tests use"
        actions={
          !isBare && (
            <Button
              variant="primary"
              data-tour="new-device"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => setIsCreating(true)}
            >
              New device
            </Button>
          )
        }
      />
      {!isBare && <DeviceToolbar filters={filters} onChange={onFiltersChange} />}
      {query.isError && (
        <RetryAlert
          what="the virtual devices"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <DevicesSkeleton />}
      {query.isSuccess && devices.length === 0 && (
        <NoDevices
          isFiltered={isFiltered}
          onShowAll={() => onFiltersChange({})}
          onCreate={() => setIsCreating(true)}
        />
      )}
      {devices.length > 0 && (
        <>
          <DeviceTable devices={devices} />
          <ListEnd
            text={devicesInWords(devices.length, total)}
            isMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        </>
      )}
      {isCreating && (
        <CreateDeviceDialog
          onClose={() => setIsCreating(false)}
          onCreated={({ id }) =>
            void navigate({ to: '/devices/$deviceId', params: { deviceId: id } })
          }
        />
      )}
    </div>
  );
}

function devicesInWords(shown: number, total: number): string {
  const all = countOf(total, 'virtual device');
  return shown < total ? `${shown} of ${all}` : all;
}

const platformOptions = [
  { value: 'all', label: 'All platforms' },
  { value: 'webchat', label: 'Webchat' },
  { value: 'phone', label: 'Phone' },
] as const;

interface DeviceToolbarProps {
  filters: DeviceFilters;
  onChange: (filters: DeviceFilters) => void;
}

function DeviceToolbar({ filters, onChange }: DeviceToolbarProps) {
  return (
    <div data-tour="device-toolbar" className="flex flex-wrap items-center gap-2 self-start">
      <SearchField
        value={filters.search ?? ''}
        onChange={(search) => onChange({ ...filters, search: search.trim() || undefined })}
        delayMs={300}
        placeholder="Search virtual devices..."
        className="w-full sm:w-64"
      />
      <Select
        label="Platform"
        isLabelHidden
        options={platformOptions}
        value={filters.platform ?? 'all'}
        onChange={(platform) =>
          onChange({ ...filters, platform: platform === 'all' ? undefined : platform })
        }
        className="w-38"
      />
    </div>
  );
}

interface NoDevicesProps {
  isFiltered: boolean;
  onShowAll: () => void;
  onCreate: () => void;
}

function NoDevices({ isFiltered, onShowAll, onCreate }: NoDevicesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No virtual devices match"
        action={<Button onClick={onShowAll}>Show all virtual devices</Button>}
      >
        Search for part of the name, or choose another platform.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<MonitorSmartphone aria-hidden />}
      title="Create your first virtual device"
      action={
        <Button
          variant="primary"
          data-tour="new-device"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={onCreate}
        >
          New device
        </Button>
      }
    >
      A virtual device sets the identity of a visitor or caller and limits simultaneous
      conversations. Test suites can run without one.
    </EmptyState>
  );
}

const rows = ['a', 'b', 'c', 'd'];

function DevicesSkeleton() {
  return (
    <div role="status" aria-label="Loading the virtual devices" className="flex flex-col gap-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
