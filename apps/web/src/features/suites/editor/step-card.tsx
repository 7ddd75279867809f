import type { Acceptance, Interaction, Problem } from '@parley/suite';
import { CopyPlus, GitBranch, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { DragHandle, useSortableItem } from '#/ui/sortable-list.tsx';
import { AcceptanceNotes } from './acceptance-notes.tsx';
import { ExpectationField } from './expectation-field.tsx';
import { InputField } from './input-field.tsx';
import { ProblemLines } from './problem-lines.tsx';
import type { ResultOfStep } from './results-of-steps.ts';
import { StepDetailsDialog } from './step-details-dialog.tsx';
import { StepExtras } from './step-extras.tsx';
import type { SuiteRunner } from './suite-runner.ts';

export interface StepActions {
  change(change: Partial<Interaction>, name?: string): void;
  /** Accepts a wording as an alternative, and notes who accepted it and when. */
  accept(assertion: number, wording: string): void;
  insertBefore(): void;
  insertAfter(): void;
  clone(): void;
  remove(): void;
}

interface StepCardProps {
  id: string;
  index: number;
  interaction: Interaction;
  /** All steps of the test. */
  steps: Interaction[];
  platform: 'webchat' | 'phone';
  problems: Problem[];
  /** Accepted wordings that are noted in the text. */
  acceptances: Acceptance[];
  result: ResultOfStep | undefined;
  renderResult: SuiteRunner['renderStep'];
  actions: StepActions;
}

/** A step: the message on the left, the expectations on the right, the latest result below. */
export function StepCard(props: StepCardProps) {
  const { id, index, interaction, problems, result, actions } = props;
  const { ref, handleRef, isDragging } = useSortableItem(id, index);
  const card = useRef<HTMLLIElement>(null);
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const openDetails = () => setAreDetailsOpen(true);
  const number = index + 1;
  const hasError = problems.some(({ severity }) => severity === 'error');
  return (
    <li
      ref={(element) => {
        card.current = element;
        ref(element);
      }}
      aria-label={`Step ${number}`}
      data-step={index}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        // React events also bubble from dialogs and popovers of this step, which are elsewhere in the DOM.
        if (!card.current?.contains(event.target as Node)) return;
        event.preventDefault();
        actions.insertAfter();
      }}
      className={cx(
        'group/step @container relative rounded-lg bg-surface shadow-card ring-1',
        hasError ? 'ring-failed-line' : 'ring-line',
        isDragging && 'shadow-popup',
      )}
    >
      {index > 0 && <InsertHere number={number} onInsert={actions.insertBefore} />}
      <div className="flex items-start gap-1 p-2">
        <StepNumber number={number} handleRef={handleRef} />
        <div className="grid grid-cols-1 min-w-0 flex-1 gap-x-4 gap-y-2 @3xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <InputField
            input={interaction.input}
            platform={props.platform}
            stepNumber={number}
            onChange={(input, name) => actions.change({ input }, name)}
            onEnter={() => card.current?.querySelector<HTMLElement>('[data-expected]')?.focus()}
          />
          <div className="flex min-w-0 flex-col gap-2">
            {hasExpectation(interaction) && (
              <ExpectationField
                assertions={interaction.assertions}
                stepNumber={number}
                onChange={(assertions, name) => actions.change({ assertions }, name)}
              />
            )}
            <AcceptanceNotes assertions={interaction.assertions} acceptances={props.acceptances} />
            <StepExtras interaction={interaction} stepNumber={number} onEdit={openDetails} />
          </div>
        </div>
        <StepMenu
          number={number}
          actions={actions}
          onDetails={interaction.input.kind === 'use' ? undefined : openDetails}
        />
        <StepDetailsDialog
          isOpen={areDetailsOpen}
          onOpenChange={setAreDetailsOpen}
          stepNumber={number}
          interaction={interaction}
          steps={props.steps}
          onChange={actions.change}
        />
      </div>
      <ProblemLines problems={problems} className="px-3 pb-2 pl-10" />
      {result &&
        props.renderResult(result.step, {
          isOutdated: result.isOutdated,
          onAccept: interaction.input.kind === 'use' ? undefined : actions.accept,
        })}
    </li>
  );
}

/** Button that inserts a step, shown on hover or keyboard focus. */
function InsertHere({ number, onInsert }: { number: number; onInsert: () => void }) {
  return (
    <div className="group/insert absolute inset-x-0 -top-3 flex h-3 items-center justify-center">
      <button
        type="button"
        aria-label={`Add a step between ${number - 1} and ${number}`}
        onClick={onInsert}
        className="z-10 flex size-6 items-center justify-center rounded-full bg-raised text-ink-muted opacity-0 shadow-popup transition-opacity hover:text-accent-ink focus-visible:opacity-100 group-hover/insert:opacity-100"
      >
        <Plus className="size-3.5" aria-hidden />
      </button>
    </div>
  );
}

/** Number of the step. On hover, keyboard focus and touch screens, it is a handle for moving the step. */
function StepNumber({
  number,
  handleRef,
}: {
  number: number;
  handleRef: (element: Element | null) => void;
}) {
  return (
    <div className="relative flex size-6 shrink-0 items-center justify-center self-start mt-1">
      <span
        aria-hidden
        className="text-ink-faint text-xs tabular group-focus-within/step:opacity-0 group-hover/step:opacity-0 pointer-coarse:opacity-0"
      >
        {number}
      </span>
      <DragHandle
        handleRef={handleRef}
        label={`Move step ${number}`}
        className="absolute inset-0 opacity-0 group-focus-within/step:opacity-100 group-hover/step:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}

interface StepMenuProps {
  number: number;
  actions: StepActions;
  /** Undefined for a use of a block, which has no details. */
  onDetails: (() => void) | undefined;
}

function StepMenu({ number, actions, onDetails }: StepMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={`Actions for step ${number}`}
          icon={<MoreHorizontal className="size-4" aria-hidden />}
          className="mt-0.5"
        />
      }
    >
      <MenuItem icon={<Plus aria-hidden />} onSelect={actions.insertAfter}>
        Add step below
      </MenuItem>
      {onDetails && (
        <MenuItem icon={<GitBranch aria-hidden />} onSelect={onDetails}>
          Label, branches and settings
        </MenuItem>
      )}
      <MenuItem icon={<CopyPlus aria-hidden />} onSelect={actions.clone}>
        Clone
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={actions.remove}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/**
 * @returns false for a pause, which rarely has an expectation, and for a use of a block, whose expectations are in the block
 */
function hasExpectation({ input, assertions }: Interaction): boolean {
  return input.kind !== 'use' && (input.kind !== 'pause' || assertions.length > 0);
}
