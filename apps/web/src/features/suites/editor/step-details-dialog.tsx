import { type Branch, type Interaction, type Json, printInput } from '@parley/suite';
import { Plus } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { BranchLine } from './branch-line.tsx';
import { removeAt, replaceAt } from './edit-suite.ts';
import { KeyValueList } from './key-value-list.tsx';
import { TextSetting } from './setting-fields.tsx';

interface StepDetailsDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  stepNumber: number;
  interaction: Interaction;
  /** All steps of the test, for the targets of branches. */
  steps: Interaction[];
  onChange: (change: Partial<Interaction>, name?: string) => void;
}

const savingHint =
  'For later steps, as {{name}}: a path such as $.order.id, a pattern such as /order (\\d+)/, or tool create_order.result.id. They need the strict rules.';

const metricsHint =
  'Measured, never judged: a path such as $.score, a pattern such as /found (\\d+)/, tool search.result.total, latency, turn tokens or turn cost. They need the strict rules.';

/** Edits the details of a step: its label, its branches and its own settings. */
export function StepDetailsDialog(props: StepDetailsDialogProps) {
  const { isOpen, onOpenChange, stepNumber, interaction, steps, onChange } = props;
  const { label, branches, settings, save, metrics } = interaction;
  const writeBranches = (next: Branch[], name?: string) => onChange({ branches: next }, name);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Step ${stepNumber}: label, branches and settings`}
      widthPx={640}
    >
      <div className="flex flex-col gap-6 overflow-y-auto px-5 pb-5">
        <TextSetting
          label="Label"
          placeholder="menu"
          hint="Branches of this test can go to this name."
          value={label}
          onChange={(next) => onChange({ label: next?.trim() || undefined }, `label ${stepNumber}`)}
        />
        <fieldset className="min-w-0">
          <legend className="font-medium text-ink text-sm">Branches</legend>
          <p className="mt-0.5 text-ink-muted text-xs">
            After the expectations, the test follows the first branch whose condition is true.
            Otherwise, it continues with the next step.
          </p>
          {branches.length > 0 && (
            <ol className="mt-2 flex flex-col gap-2">
              {branches.map((branch, index) => (
                <BranchLine
                  // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its place
                  key={index}
                  number={index + 1}
                  branch={branch}
                  targets={targetsIn(steps)}
                  onChange={(next, name) =>
                    writeBranches(
                      replaceAt(branches, index, () => next),
                      name && `${name} of step ${stepNumber}`,
                    )
                  }
                  onRemove={() => writeBranches(removeAt(branches, index))}
                />
              ))}
            </ol>
          )}
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus className="size-3.5" aria-hidden />}
            onClick={() => writeBranches([...branches, { to: { kind: 'exit' } }])}
            className="mt-1.5 -ml-2"
          >
            Add branch
          </Button>
        </fieldset>
        {interaction.input.kind !== 'check' && (
          <KeyValueList
            title="Saved values"
            hint={savingHint}
            keyName="Name"
            valueName="Part of the reply"
            addLabel="Save a value"
            value={save}
            onChange={(next) => onChange({ save: next }, `saved values ${stepNumber}`)}
          />
        )}
        {interaction.input.kind !== 'check' && (
          <KeyValueList
            title="Metrics"
            hint={metricsHint}
            keyName="Name"
            valueName="Number"
            addLabel="Measure a number"
            value={metrics}
            onChange={(next) => onChange({ metrics: next }, `metrics ${stepNumber}`)}
          />
        )}
        <KeyValueList
          title="Step settings"
          hint="For example replyTimeout (seconds), lenient or fuzzyThreshold. They apply to this step only."
          keyName="Setting"
          valueName="Value"
          addLabel="Add setting"
          value={textsOf(settings)}
          spelled={(texts) => textsOf(settingsOf(texts, settings))}
          onChange={(next) =>
            onChange({ settings: settingsOf(next, settings) }, `settings ${stepNumber}`)
          }
        />
      </div>
    </Dialog>
  );
}

/** Possible targets of a branch: the label of each step, or its message if it has no label. */
function targetsIn(steps: Interaction[]): { value: string; label: string }[] {
  const targets = steps.map(({ label, input }, index) => {
    const said = printInput(input);
    return { value: label ?? said, label: `Step ${index + 1}: ${label ?? said}` };
  });
  const isFirst = ({ value }: { value: string }, index: number) =>
    value !== '' && targets.findIndex((target) => target.value === value) === index;
  return targets.filter(isFirst);
}

function textsOf(settings: Record<string, Json>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, textOf(value)]));
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses the edited settings. Unedited values keep their type. */
function settingsOf(
  texts: Record<string, string> = {},
  before: Record<string, Json>,
): Record<string, Json> {
  const entries = Object.entries(texts);
  const old = Object.entries(before);
  const inPlace = (index: number) => (old.length === entries.length ? old[index]?.[1] : undefined);
  const settings = entries.map(([key, text], index) => {
    const value = Object.hasOwn(before, key) ? before[key] : inPlace(index);
    return [key, value !== undefined && textOf(value) === text ? value : settingOf(text)];
  });
  return Object.fromEntries(settings);
}

/** Parses numbers, flags, null, lists and objects. Everything else stays text, including numbers with too many digits. */
function settingOf(text: string): Json {
  if (!/^(-?\d{1,15}(\.\d+)?|true|false|null|[[{].*)$/s.test(text.trim())) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
