import { acceptancesIn, type Block } from '@parley/suite';
import { Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { CommitField } from './commit-field.tsx';
import {
  addParameter,
  type BlockUse,
  canBlockBeNamed,
  canParameterBeNamed,
  describeBlock,
  removeParameter,
  renameBlock,
  renameParameter,
  usesOfBlocks,
} from './edit-blocks.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';
import { fieldClass } from './field-class.ts';
import { ProblemLines } from './problem-lines.tsx';
import type { TestProblems } from './problems-by-place.ts';
import { TextSetting } from './setting-fields.tsx';
import { StepList } from './step-list.tsx';
import type { SuiteRunner } from './suite-runner.ts';

interface BlockPanelProps {
  index: number;
  block: Block;
  problems: TestProblems;
  runner: SuiteRunner;
  onOpen: (use: BlockUse) => void;
}

/** The open block: its name, its parameters, its uses and its steps. */
export function BlockPanel({ index, block, problems, runner, onOpen }: BlockPanelProps) {
  const editor = useEditorStore();
  const suite = useEditor((state) => state.suite);
  const source = useEditor((state) => state.source);
  const acceptances = useMemo(() => acceptancesIn(source, 'blocks')[index], [source, index]);
  const uses = usesOfBlocks(suite).get(block.name) ?? [];
  return (
    <section aria-label={`Block ${block.name}`} className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-col gap-3">
        <h2 className="min-w-0">
          <CommitField
            label="Block name"
            value={block.name}
            canBe={(name) => canBlockBeNamed(suite, index, name)}
            refusal="Enter a unique name of letters, digits and spaces"
            onCommit={(name) =>
              editor.getState().edit((before) => renameBlock(before, index, name))
            }
            className="-mx-1.5 block w-full rounded-md px-1.5 py-0.5 font-semibold text-ink text-lg outline-none hover:bg-hover focus-visible:bg-surface focus-visible:ring-2 focus-visible:ring-accent-ink aria-invalid:ring-failed-solid"
          />
        </h2>
        <div className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
          <Parameters index={index} block={block} />
          <TextSetting
            label="Description"
            value={block.description}
            onChange={(text) =>
              editor
                .getState()
                .edit((before) => describeBlock(before, index, text), `describe block ${index}`)
            }
          />
        </div>
        <Uses uses={uses} onOpen={onOpen} />
      </header>
      <ProblemLines problems={problems.ofTest} />
      <StepList
        part="block"
        index={index}
        interactions={block.interactions}
        problems={problems.ofSteps}
        acceptances={acceptances}
        results={[]}
        renderResult={runner.renderStep}
      />
    </section>
  );
}

function Parameters({ index, block }: Pick<BlockPanelProps, 'index' | 'block'>) {
  const editor = useEditorStore();
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink text-sm">Parameters</legend>
      <p className="mt-0.5 text-ink-muted text-xs">
        Each use fills them with text. Write {'{{name}}'} in the steps of the block.
      </p>
      {block.parameters.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {block.parameters.map((name, at) => (
            <li key={name} className="flex items-start gap-1.5">
              <div className="min-w-0 flex-1">
                <CommitField
                  label={`Parameter ${at + 1}`}
                  value={name}
                  canBe={(next) => canParameterBeNamed(block, at, next)}
                  refusal="Enter a unique name of letters, digits, _ and -"
                  onCommit={(next) =>
                    editor.getState().edit((before) => renameParameter(before, index, at, next))
                  }
                  className={cx(fieldClass, 'w-full font-mono text-xs')}
                />
              </div>
              <IconButton
                size="sm"
                label={`Remove ${name}`}
                icon={<X className="size-3.5" aria-hidden />}
                onClick={() =>
                  editor.getState().edit((before) => removeParameter(before, index, at))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<Plus className="size-3.5" aria-hidden />}
        onClick={() => editor.getState().edit((before) => addParameter(before, index))}
        className="mt-1.5 -ml-2"
      >
        Add parameter
      </Button>
    </fieldset>
  );
}

/** Maximum number of uses to list. The rest is only counted. */
const shownMax = 20;

function Uses({ uses, onOpen }: { uses: BlockUse[]; onOpen: (use: BlockUse) => void }) {
  if (uses.length === 0)
    return (
      <p className="text-ink-muted text-sm">Open a test and choose “Use a block” to use it.</p>
    );
  return (
    <div className="text-sm">
      <h3 className="font-medium text-ink">Used in</h3>
      <ul aria-label="Uses of this block" className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {uses.slice(0, shownMax).map((use) => (
          <li key={`${use.kind} ${use.index} ${use.step}`} className="min-w-0">
            <button
              type="button"
              onClick={() => onOpen(use)}
              className="wrap-anywhere min-h-6 rounded-sm text-left text-accent-ink hover:underline"
            >
              {describeUse(use)}
            </button>
          </li>
        ))}
        {uses.length > shownMax && <li>and {uses.length - shownMax} more</li>}
      </ul>
    </div>
  );
}

export const describeUse = ({ kind, name, step }: BlockUse): string =>
  `${kind === 'block' ? 'Block ' : ''}${name}, step ${step + 1}`;
