import { Controller, useFormContext } from 'react-hook-form';
import { Select } from '#/ui/select.tsx';

interface JobTitleFieldProps {
  /** The options, in this order. */
  titles: readonly string[];
}

/** Field for the required `jobTitle` of the surrounding form. */
export function JobTitleField({ titles }: JobTitleFieldProps) {
  const { control } = useFormContext<{ jobTitle: string }>();
  return (
    <Controller
      name="jobTitle"
      control={control}
      rules={{ required: 'Job title is required' }}
      render={({ field, fieldState }) => (
        <Select
          label="Job title"
          size="lg"
          placeholder="Choose your job title"
          options={titles.map((title) => ({ value: title, label: title }))}
          value={field.value || null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
