import type { ApiKey } from '@parley/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { formatDate, formatRelative } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { TableCell, TableRow } from '#/ui/table.tsx';

interface ApiKeyRowProps {
  apiKey: ApiKey;
  isOwn: boolean;
  onRename: () => void;
  onRevoke: () => void;
}

export function ApiKeyRow({ apiKey, isOwn, onRename, onRevoke }: ApiKeyRowProps) {
  const { name, beginning, access, createdAt, createdBy, expiresAt, lastUsedAt } = apiKey;
  const now = Date.now();
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const lastUsed = lastUsedAt === null ? 'Never' : formatRelative(lastUsedAt, now);
  const expiry = expiresAt === null ? 'Never' : formatDate(expiresAt);
  return (
    <TableRow>
      <TableCell>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {isExpired && <Badge tone="error">Expired</Badge>}
        </p>
        <p className="text-ink-muted text-xs">
          <code className="font-mono">{beginning}…</code>, created {formatDate(createdAt)}
          {!isOwn && ` by ${createdBy.name}`}
        </p>
        <p className="text-ink-muted text-xs @2xl:hidden">
          {accessLabels[access]}, last used {lastUsed.toLowerCase()}, expires{' '}
          {expiry.replace('Never', 'never')}
        </p>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">
        {accessLabels[access]}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">{lastUsed}</TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">{expiry}</TableCell>
      <TableCell className="w-20 whitespace-nowrap text-right">
        <IconButton
          size="sm"
          label={`Rename ${name}`}
          tooltip="Rename"
          icon={<Pencil className="size-4" />}
          onClick={onRename}
        />
        <IconButton
          size="sm"
          label={`Revoke ${name}`}
          tooltip="Revoke"
          icon={<Trash2 className="size-4" />}
          onClick={onRevoke}
        />
      </TableCell>
    </TableRow>
  );
}

const accessLabels: Record<ApiKey['access'], string> = {
  full: 'Full access',
  read: 'Read only',
  spans: 'Send spans only',
};
