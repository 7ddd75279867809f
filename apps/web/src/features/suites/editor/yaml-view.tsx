import { lazy, Suspense } from 'react';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { ProblemLines } from './problem-lines.tsx';

const YamlEditor = lazy(() => import('./yaml-editor.tsx'));

/** The text of the suite, with its problems. */
export function YamlView() {
  const editor = useEditorStore();
  const source = useEditor((state) => state.source);
  const problems = useEditor((state) => state.problems);
  return (
    <div className="flex flex-col gap-3">
      <Suspense fallback={<YamlSkeleton />}>
        <YamlEditor
          source={source}
          problems={problems}
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
