import type { LoadProfileKind } from '@parley/suite';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { TextField } from '#/ui/text-field.tsx';
import type { DraftErrors, LoadDraft } from './load-draft.ts';

const kinds: { value: LoadProfileKind; label: string }[] = [
  { value: 'steady', label: 'Steady' },
  { value: 'ramp', label: 'Ramp' },
  { value: 'arrivals', label: 'Arrivals' },
  { value: 'spike', label: 'Spike' },
];

const explanations: Record<LoadProfileKind, string> = {
  steady: 'A constant number of virtual users, each with one conversation after another.',
  ramp: 'The number of virtual users grows evenly, then stays constant. Shows where your bot slows down.',
  arrivals:
    'Conversations start at a fixed rate, as with real visitors, no matter how slow your bot is. Waiting counts as latency.',
  spike: 'Many more virtual users for a while. Shows whether your bot recovers.',
};

type TextName =
  | 'users'
  | 'duration'
  | 'ramp'
  | 'perSecond'
  | 'usersMax'
  | 'spikeUsers'
  | 'spikeAt'
  | 'spikeFor';

const fieldsOf: Record<LoadProfileKind, readonly TextName[]> = {
  steady: ['users', 'duration'],
  ramp: ['users', 'ramp', 'duration'],
  arrivals: ['perSecond', 'usersMax', 'duration'],
  spike: ['users', 'spikeUsers', 'spikeAt', 'spikeFor', 'duration'],
};

const labels: Record<TextName, string> = {
  users: 'Virtual users',
  duration: 'Duration',
  ramp: 'Ramp-up time',
  perSecond: 'Conversations per second',
  usersMax: 'Maximum simultaneous conversations',
  spikeUsers: 'Virtual users during the spike',
  spikeAt: 'Spike starts after',
  spikeFor: 'Spike lasts',
};

interface ProfileFieldsProps {
  draft: LoadDraft;
  errors: DraftErrors;
  onChange: (change: Partial<LoadDraft>) => void;
}

export function ProfileFields({ draft, errors, onChange }: ProfileFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <SegmentedControl
          label="Profile"
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
          segments={kinds}
          className="w-full sm:w-auto"
        />
        <p className="mt-2 max-w-prose text-ink-muted text-sm">{explanations[draft.kind]}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {fieldsOf[draft.kind].map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            value={draft[name]}
            error={errors[name]}
            inputMode={/duration|ramp|spikeAt|spikeFor/.test(name) ? 'text' : 'decimal'}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </div>
  );
}
