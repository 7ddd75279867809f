import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { Select } from '#/ui/select.tsx';
import { environmentsQuery } from './environments.queries.ts';

interface EnvironmentSelectProps {
  projectId: string;
  /** Name of the environment; empty for no environment. */
  value: string;
  onChange: (name: string) => void;
  error?: string | undefined;
  hint?: string;
}

const none = '-';

/** Selects an environment of a project. Renders nothing if there is nothing to select. */
export function EnvironmentSelect({
  projectId,
  value,
  onChange,
  error,
  hint = 'Where it runs. It is compared with earlier runs in the same environment.',
}: EnvironmentSelectProps) {
  const names = useEnvironmentNames(projectId);
  if (!names || (names.length === 0 && value === '')) return null;
  const isGone = value !== '' && !names.includes(value);
  return (
    <Select
      label="Environment"
      hint={hint}
      error={error ?? (isGone && 'The project no longer has this environment. Choose another one.')}
      value={value || none}
      options={[
        { value: none, label: 'None' },
        ...names.map((name) => ({ value: name, label: name })),
        ...(isGone ? [{ value, label: value }] : []),
      ]}
      onChange={(next) => onChange(next === none ? '' : next)}
    />
  );
}

/** @returns the names of the project's environments; undefined until they are loaded */
export function useEnvironmentNames(projectId: string): string[] | undefined {
  const { data } = useQuery(environmentsQuery(useScope(), projectId));
  return data?.map(({ name }) => name);
}
