import type { Library, LibraryUse } from '@parley/contract';
import { parseLibrary } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { LeaveGuard } from '#/ui/leave-guard.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { useChange } from '#/ui/use-change.ts';
import { applyEdit, startHistory } from '../editor/source-history.ts';
import { TextWithProblems } from '../editor/text-with-problems.tsx';
import { libraryQuery, libraryUsesQuery, saveLibrary } from './library.queries.ts';
import { RenameBlockDialog } from './rename-block-dialog.tsx';

/** The blocks that all suites of a project can use, as one text. */
export function LibraryScreen({ projectId }: { projectId: string }) {
  const query = useQuery(libraryQuery(useScope(), projectId));
  return (
    <Loaded
      query={query}
      what="the library"
      skeleton={<Skeleton className="h-96 rounded-lg" />}
      unknown={<UnknownPage what="project" to="/projects" place="projects" />}
    >
      {(library) => <LibraryEditor key={projectId} stored={library} />}
    </Loaded>
  );
}

/** The text that is edited, and the library on the server that it is based on. */
function useLibraryText(stored: Library) {
  const scope = useScope();
  const { projectId } = stored;
  const [base, setBase] = useState(stored);
  const [history, setHistory] = useState(() => startHistory(stored.source));
  const { data: users } = useQuery(libraryUsesQuery(scope, projectId));
  const { source } = history;
  const { blocks, problems } = parseLibrary(source);
  const names = [...new Set(blocks.map(({ name }) => name))];
  const isDirty = source !== base.source;
  const uses = users?.uses ?? [];

  function takeOver(library: Library) {
    setBase(library);
    setHistory((old) => applyEdit(old, { source: library.source, at: Date.now() }));
    queryClient.setQueryData(libraryQuery(scope, projectId).queryKey, library);
  }

  const save = useChange({
    run: () => saveLibrary(scope, projectId, { source, version: base.version }),
    failure: 'Failed to save the library',
    done: () => ({ title: 'Library saved' }),
    onDone: takeOver,
  });
  return {
    base,
    source,
    problems,
    names,
    uses,
    areUsesComplete: users?.isComplete ?? true,
    isDirty,
    hasErrors: problems.some(({ severity }) => severity === 'error'),
    /** Uses of blocks that the text no longer has. */
    broken: uses.filter(({ block }) => !names.includes(block) && isIn(base.source, block)),
    setHistory,
    takeOver,
    save,
  };
}

function LibraryEditor({ stored }: { stored: Library }) {
  const text = useLibraryText(stored);
  const { base, source, problems, names, isDirty, broken, setHistory, takeOver, save } = text;
  const [renamed, setRenamed] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Block library"
        description="Steps that all suites of the project can use"
        actions={
          <Button
            variant="primary"
            disabled={!isDirty || text.hasErrors}
            isLoading={save.isPending}
            onClick={() => (broken.length > 0 ? setIsAsking(true) : void save.start())}
          >
            Save
          </Button>
        }
      />
      <LeaveGuard
        description="The library has unsaved changes."
        isDirty={useCallback(() => isDirty, [isDirty])}
        save={text.hasErrors || broken.length > 0 ? undefined : () => save.start()}
      />
      <LibraryNotices base={base} stored={stored} onLoad={() => takeOver(stored)} />
      <TextWithProblems
        label="Text of the library"
        source={source}
        problems={problems}
        onChange={setHistory}
      />
      <BlockUses
        names={names}
        uses={text.uses}
        isComplete={text.areUsesComplete}
        mayRename={!isDirty}
        onRename={setRenamed}
      />
      {renamed !== null && (
        <RenameBlockDialog
          library={base}
          name={renamed}
          onRenamed={takeOver}
          onClose={() => setRenamed(null)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete blocks that are used?"
        confirmLabel="Save anyway"
        isDangerous
        onConfirm={() => save.start()}
      >
        {broken
          .map(({ block, suiteName }) => `“${block}” is used in ${suiteName}.`)
          .slice(0, 10)
          .join(' ')}{' '}
        These suites cannot run until you correct them.
      </ConfirmDialog>
    </div>
  );
}

interface LibraryNoticesProps {
  base: Library;
  stored: Library;
  onLoad: () => void;
}

function LibraryNotices({ base, stored, onLoad }: LibraryNoticesProps) {
  return (
    <>
      {base.inherited && (
        <Alert tone="info">
          Until this project has blocks of its own, its suites use the library of the project above.
        </Alert>
      )}
      {stored.version > base.version && (
        <Alert
          tone="warning"
          actions={
            <Button size="sm" onClick={onLoad}>
              Load their version
            </Button>
          }
        >
          Somebody else changed the library.
        </Alert>
      )}
    </>
  );
}

const isIn = (source: string, name: string): boolean =>
  parseLibrary(source).blocks.some((block) => block.name === name);

interface BlockUsesProps {
  names: string[];
  uses: LibraryUse[];
  isComplete: boolean;
  /** False while the text has changes that are not saved. */
  mayRename: boolean;
  onRename: (name: string) => void;
}

function BlockUses({ names, uses, isComplete, mayRename, onRename }: BlockUsesProps) {
  if (names.length === 0)
    return (
      <p className="text-ink-muted text-sm">
        A library has blocks, for example: <code>- block: log in</code>, and below it{' '}
        <code>- I am Anna: welcome</code>. A suite uses it with <code>- $USE log in</code>.
      </p>
    );
  return (
    <Card isFlush>
      <ul aria-label="Blocks" className="divide-y divide-line">
        {names.map((name) => {
          const ofBlock = uses.filter(({ block }) => block === name);
          return (
            <li key={name} className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="break-words font-medium text-ink text-sm">{name}</p>
                <p className="text-ink-muted text-sm">
                  {ofBlock.length === 0 ? 'Not used in a suite' : 'Used in '}
                  {ofBlock.map(({ suiteId, suiteName, count }, at) => (
                    <span key={suiteId}>
                      {at > 0 && ', '}
                      <Link
                        to="/test-suite/$testSuiteId"
                        params={{ testSuiteId: suiteId }}
                        className={linkClass}
                      >
                        {suiteName}
                      </Link>
                      {count > 1 && ` (${count} times)`}
                    </span>
                  ))}
                </p>
              </div>
              <IconButton
                label={`Rename ${name}`}
                tooltip={mayRename ? 'Rename' : 'Save the library first'}
                disabled={!mayRename}
                icon={<Pencil className="size-4" />}
                onClick={() => onRename(name)}
              />
            </li>
          );
        })}
      </ul>
      {!isComplete && (
        <p className="px-4 py-3 text-ink-muted text-sm">
          There are more suites than can be searched for uses.
        </p>
      )}
    </Card>
  );
}
