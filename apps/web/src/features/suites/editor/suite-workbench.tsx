import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { Badge } from '#/ui/badge.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { type ScheduleDialog, type SuiteDialogKind, SuiteDialogs } from '../suite-dialogs.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { EditorHeader } from './editor-header.tsx';
import { EditorNotices } from './editor-notices.tsx';
import type { PagePicker } from './page-picker.ts';
import { type ProblemsByPlace, problemsByPlace } from './problems-by-place.ts';
import { SuiteLeaveGuard } from './suite-leave-guard.tsx';
import type { SuiteRunner, WantedRun } from './suite-runner.ts';
import type { TestMessageDialog } from './test-message.ts';
import { TestsView } from './tests-view.tsx';
import { useBlockSelection } from './use-block-selection.ts';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';
import { useTestSelection } from './use-test-selection.ts';
import { YamlView } from './yaml-view.tsx';

export type EditorView = 'tests' | 'connection' | 'yaml';

/** The open part of the suite, as in the URL. */
export interface EditorPlace {
  view: EditorView;
  /** Index of the open test. */
  test: number;
  /** Index of the open block, which is shown instead of the test. */
  block?: number | undefined;
}

interface SuiteWorkbenchProps {
  place: EditorPlace;
  onPlaceChange: (place: EditorPlace) => void;
  runner: SuiteRunner;
  ScheduleDialog: ScheduleDialog;
  TestMessageDialog: TestMessageDialog;
  PagePicker: PagePicker;
}

export function SuiteWorkbench(props: SuiteWorkbenchProps) {
  const { place, onPlaceChange, runner, ScheduleDialog, TestMessageDialog, PagePicker } = props;
  const editor = useEditorStore();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<SuiteDialogKind | null>(null);
  const stored = useEditor((state) => state.stored);
  const problems = useProblems();
  const blockSelection = useBlockSelection(place.block, (block) =>
    onPlaceChange({ ...place, block }),
  );
  const selection = useTestSelection(
    place.test,
    (test) => onPlaceChange({ ...place, test, block: undefined }),
    blockSelection.selected === undefined,
  );
  const pressKey = useEditorShortcuts();
  const [isStoring, setIsStoring] = useState(false);

  /** Saves the text before the run, because a run uses the stored suite. */
  async function run(wanted?: WantedRun): Promise<boolean> {
    setIsStoring(true);
    const isStored = await editor.getState().save();
    setIsStoring(false);
    return isStored && (await runner.start(wanted));
  }

  const storingRunner = { ...runner, start: run, isStarting: isStoring || runner.isStarting };

  function show(view: EditorView) {
    editor.getState().settle();
    onPlaceChange({ ...place, view });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what is in it */}
      <div className="flex flex-col gap-4" onKeyDown={pressKey}>
        <EditorHeader runner={storingRunner} onDialog={setDialog} />
        <EditorNotices />
        {runner.notice}
        {runner.bar}
        <Tabs
          label="Parts of the test suite"
          value={place.view}
          onChange={show}
          tabs={[
            {
              value: 'tests',
              label: 'Tests',
              panel: (
                <TestsView
                  selection={selection}
                  blockSelection={blockSelection}
                  problems={problems}
                  runner={storingRunner}
                />
              ),
            },
            {
              value: 'connection',
              label: (
                <>
                  Connection <Count problems={problems.elsewhere} />
                </>
              ),
              panel: (
                <ConnectionPanel
                  problems={problems.elsewhere}
                  TestMessageDialog={TestMessageDialog}
                  PagePicker={PagePicker}
                  renderNewlyFailing={runner.renderNewlyFailing}
                />
              ),
            },
            { value: 'yaml', label: 'YAML', panel: <YamlView /> },
          ]}
          className="[&>[role=tabpanel]]:pt-4"
        />
      </div>
      <SuiteLeaveGuard />
      <SuiteDialogs
        open={dialog && { kind: dialog, suite: stored }}
        ScheduleDialog={ScheduleDialog}
        onClose={() => setDialog(null)}
        onDeleted={() => {
          editor.getState().discard();
          void navigate({ to: '/projects/$projectId', params: { projectId: stored.projectId } });
        }}
      />
    </>
  );
}

function Count({ problems }: { problems: ProblemsByPlace['elsewhere'] }) {
  if (problems.length === 0) return null;
  const hasError = problems.some(({ severity }) => severity === 'error');
  return (
    <Badge tone={hasError ? 'failed' : 'error'}>
      {problems.length}
      <span className="sr-only">{problems.length === 1 ? 'problem' : 'problems'}</span>
    </Badge>
  );
}

/** Computes the problems by place with low priority, so that typing does not wait for them. */
function useProblems(): ProblemsByPlace {
  const source = useDeferredValue(useEditor((state) => state.source));
  const problems = useDeferredValue(useEditor((state) => state.problems));
  return useMemo(() => problemsByPlace(source, problems), [source, problems]);
}
