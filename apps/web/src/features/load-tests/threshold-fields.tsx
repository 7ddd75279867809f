import { TextField } from '#/ui/text-field.tsx';
import { type DraftErrors, type LoadDraft, metrics } from './load-draft.ts';
import { metricNames } from './metric-names.ts';

interface ThresholdFieldsProps {
  draft: LoadDraft;
  errors: DraftErrors;
  onChange: (change: Partial<LoadDraft>) => void;
}

export function ThresholdFields({ draft, errors, onChange }: ThresholdFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {metrics.map((metric) => (
        <TextField
          key={metric}
          label={`${metricNames[metric]} (${metric === 'errorRate' ? '%' : 'ms'})`}
          value={draft.thresholds[metric]}
          error={errors[metric]}
          placeholder="No limit"
          inputMode="decimal"
          onChange={(event) =>
            onChange({ thresholds: { ...draft.thresholds, [metric]: event.target.value } })
          }
        />
      ))}
    </div>
  );
}
