import { type Branch, describeAssertion, type Interaction, interjectionName } from '@parley/suite';
import { CornerDownRight, LogOut, Mic, Ruler, Save, Settings2, Tag } from 'lucide-react';
import type { ReactNode } from 'react';

interface StepExtrasProps {
  interaction: Interaction;
  stepNumber: number;
  onEdit: () => void;
}

/** Shows a step's label, branches and settings. A click opens them for editing. */
export function StepExtras({ interaction, stepNumber, onEdit }: StepExtrasProps) {
  const { label, branches, settings, save = {}, metrics = {}, interjection } = interaction;
  const entries = Object.entries(settings);
  const saved = Object.entries(save);
  const measured = Object.entries(metrics);
  if (
    !label &&
    !interjection &&
    branches.length + entries.length + saved.length + measured.length === 0
  )
    return null;
  return (
    <button
      type="button"
      onClick={onEdit}
      className="-m-0.5 flex max-w-full flex-wrap gap-1.5 self-start rounded-md p-0.5 text-left hover:bg-hover"
    >
      <span className="sr-only">Change label, branches and settings of step {stepNumber}: </span>
      {label && <Extra icon={<Tag aria-hidden />}>label {label}</Extra>}
      {branches.map((branch) => (
        <Extra key={describeBranch(branch)} icon={<BranchIcon branch={branch} />}>
          {describeBranch(branch)}
        </Extra>
      ))}
      {interjection && (
        <Extra icon={<Mic aria-hidden />}>
          {interjectionName(interjection)}: {interjection.text}
        </Extra>
      )}
      {saved.map(([name, source]) => (
        <Extra key={`save ${name}`} icon={<Save aria-hidden />}>
          save {name}: {source}
        </Extra>
      ))}
      {measured.map(([name, source]) => (
        <Extra key={`metric ${name}`} icon={<Ruler aria-hidden />}>
          metric {name}: {source}
        </Extra>
      ))}
      {entries.map(([key, value]) => (
        <Extra key={key} icon={<Settings2 aria-hidden />}>
          {key}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </Extra>
      ))}
    </button>
  );
}

function Extra({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-md bg-sunken px-1.5 py-0.5 text-ink-muted text-xs ring-1 ring-line ring-inset [&>svg]:size-3 [&>svg]:shrink-0">
      {icon}
      <span className="wrap-anywhere line-clamp-3 min-w-0">{children}</span>
    </span>
  );
}

function BranchIcon({ branch }: { branch: Branch }) {
  return branch.to.kind === 'exit' ? <LogOut aria-hidden /> : <CornerDownRight aria-hidden />;
}

function describeBranch({ when, to }: Branch): string {
  const step = to.kind === 'exit' ? 'end the test' : `go to ${to.target}`;
  return when ? `if ${describeAssertion(when)}, ${step}` : step;
}
