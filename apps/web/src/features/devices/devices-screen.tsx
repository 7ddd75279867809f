import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MonitorSmartphone, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
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
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const isBare =
    !isFiltered && (query.data?.pages.every(({ items }) => items.length === 0) ?? false);

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
      <PagedList
        query={query}
        what="the virtual devices"
        empty={
          <NoDevices
            isFiltered={isFiltered}
            onShowAll={() => onFiltersChange({})}
            onCreate={() => setIsCreating(true)}
          />
        }
        end={({ shown, last }) => devicesInWords(shown, last?.pagination.total ?? shown)}
      >
        {(devices) => <DeviceTable devices={devices} />}
      </PagedList>
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
