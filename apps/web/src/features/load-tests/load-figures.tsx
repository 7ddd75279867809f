import type { ReactNode } from 'react';

/** The most important figures in a row. */
export function LoadFigures({ figures }: { figures: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-lg bg-surface px-5 py-4 shadow-card ring-1 ring-line sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-muted text-xs">{name}</dt>
          <dd className="mt-0.5 font-semibold text-ink text-lg tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
