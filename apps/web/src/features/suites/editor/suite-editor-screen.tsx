import type { StoredSuite } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
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
          isDeleted={isUnknown(query.error)}
          {...rest}
        />
      )}
    </Loaded>
  );
}

interface LoadedEditorProps extends Omit<SuiteEditorScreenProps, 'suiteId'> {
  stored: StoredSuite;
  /** True if somebody deleted the suite while it was open. */
  isDeleted: boolean;
}

function LoadedEditor({ stored, isDeleted, ...rest }: LoadedEditorProps) {
  const scope = useScope();
  const [store] = useState(() => openEditor(scope, stored));
  useEffect(() => store.getState().accept(stored), [store, stored]);
  return (
    <EditorProvider store={store}>
      {isDeleted && <DeletedNotice stored={stored} />}
      <SuiteWorkbench {...rest} />
    </EditorProvider>
  );
}

function openEditor(scope: OrganizationScope, stored: StoredSuite): SuiteEditorStore {
  return createSuiteEditor({
    stored,
    drafts: draftStorage({ userId: scope.userId, suiteId: stored.id }),
    now: Date.now,
    store: (source, version, acceptedWordings) =>
      updateSuite(scope, stored.id, { source, version, acceptedWordings }),
    load: () => fetchSuite(scope, stored.id),
  });
}
