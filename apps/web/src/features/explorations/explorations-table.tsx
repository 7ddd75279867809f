import type { ExplorationSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { channelForms } from '#/features/suites/editor/channel-fields.ts';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useNow } from '#/ui/use-now.ts';

export function ExplorationsTable({ explorations }: { explorations: ExplorationSummary[] }) {
  const now = useNow(true, 30_000);
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Explorations">
        <TableHead>
          <TableHeader>Exploration</TableHeader>
          <TableHeader className="hidden @2xl:table-cell">Channel</TableHeader>
          <TableHeader className="text-right">Conversations</TableHeader>
          <TableHeader className="hidden @2xl:table-cell">Started by</TableHeader>
          <TableHeader className="hidden @xl:table-cell">Last used</TableHeader>
        </TableHead>
        <TableBody>
          {explorations.map((exploration) => (
            <ExplorationRow key={exploration.id} exploration={exploration} now={now} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function ExplorationRow({ exploration, now }: { exploration: ExplorationSummary; now: number }) {
  const { id, name, environment, botAddress, channelKind } = exploration;
  const { conversation, lastActiveAt, startedBy } = exploration;
  const isOpen = ['waiting', 'held'].includes(exploration.conversationStatus);
  const channel = Object.entries(channelForms).find(([kind]) => kind === channelKind)?.[1].label;
  return (
    <TableRow isInteractive>
      <TableCell className="w-full max-w-0 min-w-40">
        <span className="flex items-center gap-2">
          <Link
            to="/explore/$explorationId"
            params={{ explorationId: id }}
            dir="auto"
            className="truncate font-medium text-ink after:absolute after:inset-0"
          >
            {name}
          </Link>
          {isOpen && <Badge tone="passed">Live</Badge>}
        </span>
        <span className="block truncate text-ink-muted text-xs">
          {botAddress || channel}
          {environment && (
            <>
              {' · '}
              <bdi>{environment}</bdi>
            </>
          )}
        </span>
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted @2xl:table-cell">
        {channel ?? channelKind}
      </TableCell>
      <TableCell className="text-right text-ink-muted tabular">{conversation}</TableCell>
      <TableCell className="hidden max-w-40 truncate text-ink-muted @2xl:table-cell">
        {startedBy ?? '–'}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted @xl:table-cell">
        <time dateTime={lastActiveAt} title={formatDateTime(lastActiveAt)}>
          {formatRelative(lastActiveAt, now)}
        </time>
      </TableCell>
    </TableRow>
  );
}
