import type { AuditEntry } from '@parley/contract';
import { formatDateTime } from '#/lib/format-time.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { describeEntry } from './describe-entry.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table label="Audit log">
      <TableHead>
        <TableHeader>What happened</TableHeader>
        <TableHeader className="@max-2xl:hidden">From</TableHeader>
        <TableHeader className="@max-xl:hidden">When</TableHeader>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { actor, address, apiKey, at } = entry;
  const { did, target, detail } = describeEntry(entry);
  return (
    <TableRow>
      <TableCell className="break-words">
        <span className="font-medium">{actor.name || actor.email}</span> {did}{' '}
        <span className="font-medium">{target}</span> {detail}
        <span className="block text-ink-muted text-xs @xl:hidden">{formatDateTime(at)}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">
        {address ?? '–'}
        {apiKey !== null && <span className="block text-xs">API key {apiKey}</span>}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-xl:hidden">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </TableCell>
    </TableRow>
  );
}
