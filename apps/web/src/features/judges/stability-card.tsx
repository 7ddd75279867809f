import type { JudgeView } from '@parley/contract';
import { flipsMax } from '@parley/suite';
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Progress } from '#/ui/progress.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { CancelButton } from './cancel-button.tsx';
import { perturbationNames } from './perturbation-names.ts';
import { StabilityDialog } from './stability-dialog.tsx';

type Perturbation = JudgeView['stability']['perturbations'][number];

interface StabilityCardProps {
  judge: JudgeView;
  projectId: string;
  mayManage: boolean;
}

/** Shows how often the judge’s verdict flips although nothing relevant changed. */
export function StabilityCard({ judge, projectId, mayManage }: StabilityCardProps) {
  const { stability, measuring, licence } = judge;
  const [isStarting, setIsStarting] = useState(false);
  const isOpen = stability.perturbations.some(({ cost }) => cost.requests > 0);
  const isBusy = measuring.isRunning || stability.isRunning;
  return (
    <Card
      title="Stability"
      subtitle="How often the verdict changes when the same question is asked in another way"
      actions={
        mayManage && (
          <Button
            icon={<Repeat2 className="size-4" aria-hidden />}
            disabled={licence.measuredAt === null || !isOpen || isBusy}
            onClick={() => setIsStarting(true)}
          >
            Measure stability
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {stability.isRunning && (
          <Running judge={judge} projectId={projectId} mayManage={mayManage} />
        )}
        {stability.failure && !stability.isRunning && (
          <Alert tone="warning" title="The last measurement was interrupted">
            {stability.failure}
          </Alert>
        )}
        {stability.perturbations.some(({ asked }) => asked > 0) ? (
          <Figures perturbations={stability.perturbations} />
        ) : (
          !stability.isRunning && (
            <p className="text-ink-muted text-sm">
              {licence.measuredAt === null
                ? 'Measure the judge on your labels first.'
                : 'Not measured. A license without it says only how often the judge is wrong, not how steady it is.'}
            </p>
          )
        )}
      </div>
      {isStarting && (
        <StabilityDialog judge={judge} projectId={projectId} onClose={() => setIsStarting(false)} />
      )}
    </Card>
  );
}

function Running({ judge: { stability, name }, projectId, mayManage }: StabilityCardProps) {
  const asked = stability.perturbations.filter(({ isAsked }) => isAsked);
  const sum = (of: (one: Perturbation) => number) =>
    asked.reduce((total, one) => total + of(one), 0);
  const [done, all] = [sum((one) => one.asked), sum((one) => one.applicable)];
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-ink text-sm">
        {`Measuring: ${done} of ${all} questions`}
      </p>
      <Progress
        label="Measuring stability"
        value={all === 0 ? null : done / all}
        valueText={`${done} of ${all} questions`}
        tone="running"
        className="max-w-60 flex-1"
      />
      {mayManage && <CancelButton projectId={projectId} name={name} />}
    </div>
  );
}

function Figures({ perturbations }: { perturbations: Perturbation[] }) {
  return (
    <>
      <Table label="Verdicts that changed, by the way of asking">
        <TableHead>
          <TableHeader>Asked again with</TableHeader>
          <TableHeader>Replies</TableHeader>
          <TableHeader>Changed, people failed</TableHeader>
          <TableHeader>Changed, people passed</TableHeader>
          <TableHeader>Result</TableHeader>
        </TableHead>
        <TableBody>
          {perturbations.map((one) => (
            <TableRow key={one.name}>
              <TableCell>{perturbationNames[one.name]}</TableCell>
              <TableCell>{`${one.asked} of ${one.applicable}`}</TableCell>
              <TableCell>{flipsInWords(one.failed)}</TableCell>
              <TableCell>{flipsInWords(one.passed)}</TableCell>
              <TableCell>{one.asked > 0 && <Result of={one} />}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="text-ink-muted text-xs">
        Bounds are exact, one-sided, at 95%. Changed verdicts suspend the license if the bound
        exceeds 15% of the replies that people failed, or 30% of those that they passed. A stable
        judge can still be wrong: a judge that passes everything never changes its verdict.
      </p>
    </>
  );
}

/** Few replies never show that a judge is stable, even if none of their verdicts changed. */
function Result({ of: { isUnstable, failed, passed } }: { of: Perturbation }) {
  if (isUnstable) return <Badge tone="failed">Unstable</Badge>;
  const isShown = failed.bound <= flipsMax.failed && passed.bound <= flipsMax.passed;
  return isShown ? (
    <Badge tone="passed">Within limits</Badge>
  ) : (
    <Badge tone="neutral">Too few replies to tell</Badge>
  );
}

const flipsInWords = ({ wrong, of, bound }: Perturbation['failed']): string =>
  of === 0 ? '–' : `${wrong} of ${of} (at most ${(bound * 100).toFixed(1)}%)`;
