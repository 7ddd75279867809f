import { Select } from '#/ui/select.tsx';

export const filterClass = 'min-w-0 flex-1 basis-36 sm:w-40 sm:flex-none';

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** Label of the option without a filter. */
  all: string;
  labels: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Select for one filter value, or no filter. */
export function FilterChoice<Value extends string>({
  label,
  all,
  labels,
  value,
  onChange,
}: FilterChoiceProps<Value>) {
  const options = Object.entries<string>(labels).map(([key, name]) => ({
    value: key as Value,
    label: name,
  }));
  return (
    <Select<Value | 'all'>
      label={label}
      isLabelHidden
      options={[{ value: 'all', label: all }, ...options]}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      className={filterClass}
    />
  );
}
