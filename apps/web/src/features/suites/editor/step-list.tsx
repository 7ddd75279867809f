import type { Acceptance, Interaction, Problem } from '@parley/suite';
import { Blocks, Plus } from 'lucide-react';
import { useRef } from 'react';
import { noteAccepted } from '#/features/suites/accept-wording.ts';
import { Button } from '#/ui/button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { SortableList } from '#/ui/sortable-list.tsx';
import { changeBlockSteps } from './edit-blocks.ts';
import {
  changeInteractions,
  emptyInteraction,
  insertAt,
  moveTo,
  removeAt,
  replaceAt,
  withoutUndefined,
} from './edit-suite.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import type { ResultOfStep } from './results-of-steps.ts';
import { type StepActions, StepCard } from './step-card.tsx';
import type { SuiteRunner } from './suite-runner.ts';
import { tellDeleted } from './tell-deleted.ts';
import { newUse } from './use-field.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useUsableBlocks } from './use-usable-blocks.ts';

interface StepListProps {
  part: 'test' | 'block';
  /** Index of the test or block. */
  index: number;
  interactions: Interaction[];
  /** Problems by step index. */
  problems: Problem[][];
  acceptances: Acceptance[][] | undefined;
  results: (ResultOfStep | undefined)[];
  renderResult: SuiteRunner['renderStep'];
}

/** Steps of a test or block. */
export function StepList(props: StepListProps) {
  const { part, index, interactions, problems, acceptances, results, renderResult } = props;
  const platform = useEditor(({ stored }) => stored.platform);
  const blocks = useUsableBlocks();
  // A block cannot use itself.
  const usable = part === 'block' ? removeAt(blocks, index) : blocks;
  const keys = useRowKeys(interactions);
  const steps = useSteps(part, index);
  return (
    <div ref={steps.frame} className="flex min-w-0 flex-col gap-3">
      <SortableList
        nameOf={(at) => `Step ${at + 1}`}
        onMove={(from, to) => steps.change((old) => moveTo(old, from, to))}
      >
        <ol className="flex flex-col gap-3">
          {interactions.map((interaction, at) => (
            <StepCard
              key={keys[at]}
              id={keys[at] ?? ''}
              index={at}
              interaction={interaction}
              steps={interactions}
              platform={platform}
              problems={problems[at] ?? []}
              acceptances={acceptances?.[at] ?? []}
              result={results[at]}
              renderResult={renderResult}
              actions={steps.actionsOf(at)}
            />
          ))}
        </ol>
      </SortableList>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={() => steps.add(interactions.length)}
        >
          Add step
        </Button>
        {usable.length > 0 && (
          <Menu
            trigger={
              <Button variant="secondary" icon={<Blocks className="size-4" aria-hidden />}>
                Use a block
              </Button>
            }
          >
            {usable.map((block) => (
              <MenuItem
                key={block.name}
                icon={<Blocks aria-hidden />}
                onSelect={() =>
                  steps.add(interactions.length, { ...emptyInteraction, input: newUse(block) })
                }
              >
                {block.name}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
    </div>
  );
}

/** Edits the steps of a test or block. A new step gets the focus. */
function useSteps(part: StepListProps['part'], index: number) {
  const editor = useEditorStore();
  const frame = useRef<HTMLDivElement>(null);
  const changeSteps = part === 'test' ? changeInteractions : changeBlockSteps;

  function change(edit: (old: Interaction[]) => Interaction[], name?: string) {
    editor.getState().edit((suite) => changeSteps(suite, index, edit), name);
  }

  function focusStep(at: number) {
    requestAnimationFrame(() => {
      const step = frame.current?.querySelector(`[data-step="${at}"]`);
      step?.querySelector<HTMLElement>('textarea, [role=combobox]')?.focus();
    });
  }

  function add(at: number, interaction = emptyInteraction) {
    change((old) => insertAt(old, at, interaction));
    focusStep(at);
  }

  function actionsOf(at: number): StepActions {
    return {
      change: (partial, name) =>
        change(
          (old) => replaceAt(old, at, (step) => withoutUndefined({ ...step, ...partial })),
          name && `${name} in ${part} ${index}`,
        ),
      accept(assertion, wording) {
        // Both the edit of the model and the note in the text belong to one undo step.
        const name = `accept ${wording} at ${at} in ${part} ${index}`;
        const { suite, noteWording } = editor.getState();
        noteWording({ test: suite.tests[index]?.name ?? '', wording });
        change((old) => replaceAt(old, at, (step) => accepting(step, assertion, wording)), name);
        editor.getState().settle();
        const { source, write } = editor.getState();
        write(noteAccepted(source, { test: index, step: at, wording }), name);
      },
      insertBefore: () => add(at),
      insertAfter: () => add(at + 1),
      clone: () => change((old) => replaceAtWithCopy(old, at)),
      remove() {
        change((old) => removeAt(old, at));
        tellDeleted(editor, `Step ${at + 1}`);
      },
    };
  }

  return { frame, change, add, actionsOf };
}

function accepting(step: Interaction, assertion: number, wording: string): Interaction {
  const assertions = replaceAt(step.assertions, assertion, (old) => ({
    ...old,
    expected: [...old.expected, wording],
  }));
  return { ...step, assertions };
}

function replaceAtWithCopy(steps: Interaction[], at: number): Interaction[] {
  const original = steps[at];
  return original ? insertAt(steps, at + 1, structuredClone(original)) : steps;
}
