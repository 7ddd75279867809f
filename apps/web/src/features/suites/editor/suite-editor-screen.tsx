import type { Library, Agent as StoredAgent, StoredSuite } from '@parley/contract';
import { type Agent, type Block, mayNameAgent, parseAgents, parseLibrary } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { agentsQuery } from '../agents/agents.queries.ts';
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
  const agents = useQuery({
    ...agentsQuery(scope, projectId ?? ''),
    enabled: projectId !== undefined,
  });
  // Without library and agents, the editor would report blocks and the agent as missing for a moment.
  const isWaiting =
    query.isSuccess &&
    ((library.isPending && /\$USE/i.test(query.data.source)) ||
      (agents.isPending && mayNameAgent(query.data.source)));
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
          agents={agents.data}
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
  agents: StoredAgent[] | undefined;
  /** True if somebody deleted the suite while it was open. */
  isDeleted: boolean;
}

function LoadedEditor({ stored, library, agents, isDeleted, ...rest }: LoadedEditorProps) {
  const scope = useScope();
  const text = library && (library.inherited?.source ?? library.source);
  const blocks = useMemo(() => parseLibrary(text ?? '').blocks, [text]);
  const usable = useMemo(
    () => (agents ?? []).flatMap(({ source }) => parseAgents(source).agents),
    [agents],
  );
  const [store] = useState(() => openEditor(scope, stored, { library: blocks, agents: usable }));
  useEffect(() => {
    if (store.getState().library !== blocks) store.getState().setLibrary(blocks);
  }, [store, blocks]);
  useEffect(() => {
    if (store.getState().agents !== usable) store.getState().setAgents(usable);
  }, [store, usable]);
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
  { library, agents }: { library: readonly Block[]; agents: readonly Agent[] },
): SuiteEditorStore {
  return createSuiteEditor({
    stored,
    library,
    agents,
    drafts: draftStorage({ userId: scope.userId, suiteId: stored.id }),
    now: Date.now,
    store: (source, version, acceptedWordings) =>
      updateSuite(scope, stored.id, { source, version, acceptedWordings }),
    load: () => fetchSuite(scope, stored.id),
  });
}
