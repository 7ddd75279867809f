import type { Library, StoredSuite } from '@parley/contract';
import { type Block, parseLibrary } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { libraryQuery } from '../library/library.queries.ts';
import type { ScheduleDialog } from '../suite-dialogs.tsx';
import { fetchSuite, suiteQuery, updateSuite } from '../suites.queries.ts';
import { DeletedNotice } from './deleted-notice.tsx';
import { draftStorage } from './draft-storage.ts';
import { EditorProvider } from './editor-context.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';
import type { PagePicker } from './page-picker.ts';
import { createSuiteEditor, type SuiteEditorStore } from './suite-editor.store.ts';
import type { SuiteRunner } from './suite-runner.ts';
import { type EditorPlace, SuiteWorkbench } from './suite-workbench.tsx';
import type { TestMessageDialog } from './test-message.ts';

interface SuiteEditorScreenProps {
  suiteId: string;
  place: EditorPlace;
  onPlaceChange: (place: EditorPlace) => void;
  runner: SuiteRunner;
  ScheduleDialog: ScheduleDialog;
  TestMessageDialog: TestMessageDialog;
  PagePicker: PagePicker;
}

/** Screen for editing and running a test suite. */
export function SuiteEditorScreen({ suiteId, ...rest }: SuiteEditorScreenProps) {
  const scope = useScope();
  const query = useQuery(suiteQuery(scope, suiteId));
  const projectId = query.data?.projectId;
  const library = useQuery({
    ...libraryQuery(scope, projectId ?? ''),
    enabled: projectId !== undefined,
  });
  // Without the library, the editor would report its blocks as missing for a moment.
  const isWaiting = query.isSuccess && library.isPending && /\$USE/i.test(query.data.source);
  if (isWaiting) return <EditorSkeleton />;
  return (
    <Loaded
      query={query}
      what="the test suite"
      skeleton={<EditorSkeleton />}
      unknown={<UnknownPage what="test suite" to="/projects" place="projects" />}
    >
      {(stored) => (
        <LoadedEditor
          key={stored.id}
          stored={stored}
          library={library.data}
          isDeleted={isUnknown(query.error)}
          {...rest}
        />
      )}
    </Loaded>
  );
}

interface LoadedEditorProps extends Omit<SuiteEditorScreenProps, 'suiteId'> {
  stored: StoredSuite;
  library: Library | undefined;
  /** True if somebody deleted the suite while it was open. */
  isDeleted: boolean;
}

function LoadedEditor({ stored, library, isDeleted, ...rest }: LoadedEditorProps) {
  const scope = useScope();
  const text = library && (library.inherited?.source ?? library.source);
  const blocks = useMemo(() => parseLibrary(text ?? '').blocks, [text]);
  const [store] = useState(() => openEditor(scope, stored, blocks));
  useEffect(() => {
    if (store.getState().library !== blocks) store.getState().setLibrary(blocks);
  }, [store, blocks]);
  useEffect(() => store.getState().accept(stored), [store, stored]);
  return (
    <EditorProvider store={store}>
      {isDeleted && <DeletedNotice stored={stored} />}
      <SuiteWorkbench {...rest} />
    </EditorProvider>
  );
}

function openEditor(
  scope: OrganizationScope,
  stored: StoredSuite,
  library: readonly Block[],
): SuiteEditorStore {
  return createSuiteEditor({
    stored,
    library,
    drafts: draftStorage({ userId: scope.userId, suiteId: stored.id }),
    now: Date.now,
    store: (source, version, acceptedWordings) =>
      updateSuite(scope, stored.id, { source, version, acceptedWordings }),
    load: () => fetchSuite(scope, stored.id),
  });
}
