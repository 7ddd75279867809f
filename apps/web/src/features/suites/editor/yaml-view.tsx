import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { recordingsQuery } from '#/features/recordings/recordings.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { ProblemLines } from './problem-lines.tsx';

const YamlEditor = lazy(() => import('./yaml-editor.tsx'));

/** The text of the suite, with its problems. */
export function YamlView() {
  const editor = useEditorStore();
  const source = useEditor((state) => state.source);
  const problems = useEditor((state) => state.problems);
  const library = useEditor((state) => state.library);
  const { platform, projectId } = useEditor(({ stored }) => stored);
  const { data: recordings } = useQuery({
    ...recordingsQuery(useScope(), projectId),
    enabled: platform === 'phone',
  });
  return (
    <div className="flex flex-col gap-3">
      <Suspense fallback={<YamlSkeleton />}>
        <YamlEditor
          source={source}
          problems={problems}
          library={library}
          recordingNames={recordings?.map(({ name }) => name) ?? []}
          onChange={(text) => editor.getState().write(text, 'text')}
          onUndo={() => editor.getState().undo()}
          onRedo={() => editor.getState().redo()}
        />
      </Suspense>
      <section aria-label="Problems in the text" aria-live="polite">
        {problems.length > 0 && (
          <ProblemLines
            problems={problems.map((problem) => ({
              ...problem,
              message: `Line ${problem.line}: ${problem.message}`,
            }))}
          />
        )}
      </section>
    </div>
  );
}

function YamlSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor">
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
