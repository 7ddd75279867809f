import type { SuiteView } from '@parley/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  Bookmark,
  BookmarkPlus,
  Pencil,
  RefreshCw,
  Save,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { useChange } from '#/ui/use-change.ts';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { changeSuiteView, deleteSuiteView, setDefaultSuiteView } from './suite-views.queries.ts';
import {
  allSuites,
  isSameFilters,
  type SuiteFilters,
  type SuitesSearch,
  searchOf,
} from './suites-search.ts';

interface SuiteViewsMenuProps {
  query: UseQueryResult<SuiteView[]>;
  search: SuitesSearch;
  /** The filters of the address that there are. */
  filters: SuiteFilters;
  onSearchChange: (search: SuitesSearch) => void;
}

type Asked = 'save' | 'rename' | 'delete';

/** Opens saved views, and saves, changes and deletes them. */
export function SuiteViewsMenu({ query, search, filters, onSearchChange }: SuiteViewsMenuProps) {
  const scope = useScope();
  const [asked, setAsked] = useState<Asked | null>(null);
  const views = query.data ?? [];
  const current = views.find(({ id }) => id === search.view);
  const isEdited = current !== undefined && !isSameFilters(current.filters, search);
  const isFiltered = !isSameFilters(filters, {});
  const close = () => setAsked(null);
  const update = useChange({
    run: (view: SuiteView) => changeSuiteView(scope, view.id, { filters }),
    failure: 'Failed to update the view',
    done: ({ name }) => ({ title: `“${name}” was updated` }),
    undo: (_, view) => changeSuiteView(scope, view.id, { filters: view.filters }),
  });
  const choose = useChange({
    run: ({ id, isDefault }: SuiteView) => setDefaultSuiteView(scope, isDefault ? null : id),
    failure: 'Failed to change the default view',
    done: (_, { name, isDefault }) => ({
      title: isDefault ? 'Suites opens without a view' : `Suites opens with “${name}”`,
    }),
  });
  const remove = useChange({
    run: ({ id }: SuiteView) => deleteSuiteView(scope, id),
    failure: 'Failed to delete the view',
    done: (_, { name }) => ({ title: `“${name}” was deleted` }),
    onDone: () => onSearchChange({ ...search, view: undefined }),
  });

  function open(id: string) {
    const view = views.find((one) => one.id === id);
    onSearchChange(view ? searchOf(view) : allSuites(views));
  }

  const value = current?.id ?? (isFiltered ? 'custom' : 'all');
  const groups = [
    { title: 'My views', of: views.filter(({ isShared }) => !isShared) },
    { title: 'Shared views', of: views.filter(({ isShared }) => isShared) },
  ].filter(({ of }) => of.length > 0);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={<Bookmark className="size-4" aria-hidden />} className="max-w-full">
            <span className="min-w-0 max-w-52 truncate">
              {current ? `View: ${current.name}${isEdited ? ' (edited)' : ''}` : 'Views'}
            </span>
          </Button>
        }
      >
        <MenuChoices
          value={value}
          onChange={open}
          choices={[{ value: 'all', label: 'All suites' }]}
        />
        {groups.map(({ title, of }) => (
          <div key={title}>
            <MenuHeading>{title}</MenuHeading>
            <MenuChoices
              value={value}
              onChange={open}
              choices={of.map(({ id, name, isDefault }) => ({
                value: id,
                label: isDefault ? `${name} (default)` : name,
              }))}
            />
          </div>
        ))}
        {query.isError && (
          <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => void query.refetch()}>
            Failed to load views. Try again
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<BookmarkPlus aria-hidden />}
          isDisabled={!isFiltered}
          note={!isFiltered && 'Filter the list first'}
          onSelect={() => setAsked('save')}
        >
          Save as new view…
        </MenuItem>
        {current && (
          <>
            {isEdited && (
              <MenuItem
                icon={<Save aria-hidden />}
                note={current.isShared && 'Changes it for everyone'}
                onSelect={() => void update.start(current)}
              >
                Update “{current.name}”
              </MenuItem>
            )}
            <MenuItem
              icon={current.isDefault ? <StarOff aria-hidden /> : <Star aria-hidden />}
              note={!current.isDefault && 'Suites opens with this view'}
              onSelect={() => void choose.start(current)}
            >
              {current.isDefault ? 'Remove as default' : 'Make default'}
            </MenuItem>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAsked('rename')}>
              Rename…
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setAsked('delete')}>
              Delete…
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'save' && (
        <SaveViewDialog
          filters={filters}
          onSaved={(view) => onSearchChange(searchOf(view))}
          onClose={close}
        />
      )}
      {asked === 'rename' && current && <RenameViewDialog view={current} onClose={close} />}
      {asked === 'delete' && current && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Delete “${current.name}”?`}
          confirmLabel="Delete view"
          isDangerous
          onConfirm={() => remove.start(current)}
        >
          {current.isShared
            ? `It was saved by ${current.createdBy} and is deleted for everyone. This cannot be undone.`
            : 'This cannot be undone.'}{' '}
          The suites stay.
        </ConfirmDialog>
      )}
    </>
  );
}
