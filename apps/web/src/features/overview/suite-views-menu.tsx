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
  /** The valid filters of the URL. */
  filters: SuiteFilters;
  onSearchChange: (search: SuitesSearch) => void;
}

type Asked = 'save' | 'rename' | 'delete';

/** Opens, saves, changes and deletes saved views. */
export function SuiteViewsMenu({ query, search, filters, onSearchChange }: SuiteViewsMenuProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const views = query.data ?? [];
  const current = views.find(({ id }) => id === search.view);
  const isEdited = current !== undefined && !isSameFilters(current.filters, search);
  const isFiltered = !isSameFilters(filters, {});
  const close = () => setAsked(null);
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
          <ViewItems view={current} isEdited={isEdited} filters={filters} onAsk={setAsked} />
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
        <DeleteView
          view={current}
          onDeleted={() => onSearchChange({ ...search, view: undefined })}
          onClose={close}
        />
      )}
    </>
  );
}

interface ViewItemsProps {
  /** The open view. */
  view: SuiteView;
  isEdited: boolean;
  filters: SuiteFilters;
  onAsk: (what: Asked) => void;
}

function ViewItems({ view, isEdited, filters, onAsk }: ViewItemsProps) {
  const scope = useScope();
  const update = useChange({
    run: (before: SuiteView) => changeSuiteView(scope, before.id, { filters }),
    failure: 'Failed to update the view',
    done: ({ name }) => ({ title: `“${name}” was updated` }),
    undo: (_, before) => changeSuiteView(scope, before.id, { filters: before.filters }),
  });
  const choose = useChange({
    run: ({ id, isDefault }: SuiteView) => setDefaultSuiteView(scope, isDefault ? null : id),
    failure: 'Failed to change the default view',
    done: (_, { name, isDefault }) => ({
      title: isDefault ? 'Suites opens without a view' : `Suites opens with “${name}”`,
    }),
  });
  return (
    <>
      {isEdited && (
        <MenuItem
          icon={<Save aria-hidden />}
          note={view.isShared && 'Changes it for everyone'}
          onSelect={() => void update.start(view)}
        >
          Update “{view.name}”
        </MenuItem>
      )}
      <MenuItem
        icon={view.isDefault ? <StarOff aria-hidden /> : <Star aria-hidden />}
        note={!view.isDefault && 'Suites opens with this view'}
        onSelect={() => void choose.start(view)}
      >
        {view.isDefault ? 'Remove as default' : 'Make default'}
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAsk('rename')}>
        Rename…
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onAsk('delete')}>
        Delete…
      </MenuItem>
    </>
  );
}

interface DeleteViewProps {
  view: SuiteView;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteView({ view, onDeleted, onClose }: DeleteViewProps) {
  const scope = useScope();
  const remove = useChange({
    run: ({ id }: SuiteView) => deleteSuiteView(scope, id),
    failure: 'Failed to delete the view',
    done: (_, { name }) => ({ title: `“${name}” was deleted` }),
    onDone: onDeleted,
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete “${view.name}”?`}
      confirmLabel="Delete view"
      isDangerous
      onConfirm={() => remove.start(view)}
    >
      {view.isShared
        ? `It was saved by ${view.createdBy} and is deleted for everyone. This cannot be undone.`
        : 'This cannot be undone.'}{' '}
      The suites stay.
    </ConfirmDialog>
  );
}
