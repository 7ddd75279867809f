import type { RunSummary } from '@parley/contract';
import type { RunResult } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { runEnvironmentQuery } from '#/features/runs/runs.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { judgeOf } from './judge-of.ts';
import { type RunDifference, runDifferences } from './run-differences.ts';

interface Compared {
  run: RunSummary;
  result: RunResult;
}

/** Differences in the setup of two runs, so that nobody blames the bot for their effects. */
export function RunDifferencesCard({ before, after }: { before: Compared; after: Compared }) {
  const scope = useScope();
  const earlier = useQuery(runEnvironmentQuery(scope, before.run.id));
  const later = useQuery(runEnvironmentQuery(scope, after.run.id));
  const judges = { before: judgeOf(before.result), after: judgeOf(after.result) };
  const isJudged = judges.before !== undefined && judges.after !== undefined;
  const query = {
    data:
      earlier.data && later.data
        ? runDifferences(
            { run: before.run, environment: earlier.data, judge: judges.before },
            { run: after.run, environment: later.data, judge: judges.after },
          )
        : undefined,
    error: earlier.error ?? later.error,
    refetch: () => {
      if (earlier.isError) void earlier.refetch();
      if (later.isError) void later.refetch();
    },
  };
  return (
    <Loaded query={query} what="the settings of the runs" skeleton={<Skeleton className="h-10" />}>
      {(differences) =>
        differences.length === 0 ? (
          <p className="text-ink-muted text-sm">
            Both runs used the same version of the suite, the same device, environment
            {isJudged ? ', judge and settings.' : ' and settings.'}
          </p>
        ) : (
          <Differences differences={differences} />
        )
      }
    </Loaded>
  );
}

function Differences({ differences }: { differences: RunDifference[] }) {
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="What differs besides the results">
        <TableHead>
          <TableHeader>Differs</TableHeader>
          <TableHeader>Before</TableHeader>
          <TableHeader>After</TableHeader>
        </TableHead>
        <TableBody>
          {differences.map(({ name, before, after }) => (
            <TableRow key={name}>
              <TableCell className="text-ink-muted">{name}</TableCell>
              <TableCell className="wrap-anywhere whitespace-pre-wrap">{before}</TableCell>
              <TableCell className="wrap-anywhere whitespace-pre-wrap">{after}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
