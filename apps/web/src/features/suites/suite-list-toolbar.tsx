import { LayoutGrid, Rows3 } from 'lucide-react';
import { SearchField } from '#/ui/search-field.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { type PlatformFilter, useSuiteList } from './suite-list.store.ts';

const platformOptions: { value: PlatformFilter; label: string }[] = [
  { value: 'all', label: 'All platforms' },
  { value: 'webchat', label: 'Webchat' },
  { value: 'phone', label: 'Phone' },
];

const sortOptions = [
  { value: 'name-asc', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'lastModified-desc', label: 'Last modified first' },
  { value: 'lastModified-asc', label: 'Oldest first' },
  { value: 'platform-asc', label: 'Phone first' },
  { value: 'platform-desc', label: 'Webchat first' },
] as const;

const viewModes = [
  { value: 'card', label: 'Cards', icon: <LayoutGrid aria-hidden /> },
  { value: 'table', label: 'Table', icon: <Rows3 aria-hidden /> },
] as const;

/** Search, filters and sorting. Every change resets the list to its first page. */
export function SuiteListToolbar() {
  const list = useSuiteList();
  return (
    <div data-tour="suite-toolbar" className="flex flex-wrap items-center gap-2">
      <SearchField
        value={list.search}
        onChange={list.setSearch}
        delayMs={300}
        placeholder="Search test suites..."
        className="w-full sm:w-64"
      />
      <Select
        label="Platform"
        isLabelHidden
        options={platformOptions}
        value={list.platform}
        onChange={list.setPlatform}
        className="min-w-0 flex-1 basis-28 sm:w-38 sm:flex-none"
      />
      <Select
        label="Sort by"
        isLabelHidden
        options={sortOptions}
        value={`${list.sortField}-${list.sortDirection}`}
        onChange={(value) => {
          const [field = '', direction] = value.split('-');
          list.setSort(field, direction === 'desc' ? 'desc' : 'asc');
        }}
        className="min-w-0 flex-1 basis-32 sm:w-44 sm:flex-none"
      />
      <SegmentedControl
        label="View"
        isIconOnly
        segments={viewModes}
        value={list.viewMode}
        onChange={list.setViewMode}
        className="ml-auto"
      />
    </div>
  );
}
