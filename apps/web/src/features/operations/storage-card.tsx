import type { OperationsHealth } from '@parley/contract';
import { Alert } from '#/ui/alert.tsx';
import { Card } from '#/ui/card.tsx';

/** Share of free disk space below which the card warns, because the database may soon be unable to write. */
const freeShareMin = 0.1;

export function StorageCard({ health }: { health: OperationsHealth }) {
  const { database, disk, version } = health;
  const kind = database.kind === 'embedded' ? 'Embedded database' : 'PostgreSQL';
  return (
    <Card title="Storage">
      {disk.freeBytes < disk.totalBytes * freeShareMin && (
        <Alert tone="warning" title="The disk of the data folder is almost full" className="mb-4">
          Nothing can be stored when it is full. Free up space.
        </Alert>
      )}
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Figure label={kind} value={inUnits(database.bytes)} />
        <Figure
          label="Free disk of the data folder"
          value={`${inUnits(disk.freeBytes)} of ${inUnits(disk.totalBytes)}`}
        />
        <Figure label="Version" value={version} />
      </dl>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="mt-0.5 font-medium tabular">{value}</dd>
    </div>
  );
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

function inUnits(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
