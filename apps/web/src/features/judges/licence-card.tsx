import type { JudgeView } from '@parley/contract';
import { counted } from '@parley/suite';
import { Gauge } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge, type BadgeTone } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { CancelButton } from './cancel-button.tsx';
import { costInWords } from './cost-in-words.ts';
import { measureJudge } from './judges.queries.ts';

type Licence = JudgeView['licence'];

const states: Record<Licence['state'], { word: string; tone: BadgeTone; title: string }> = {
  valid: { word: 'Licensed', tone: 'passed', title: 'Gates can rely on this judge' },
  refused: { word: 'No license', tone: 'failed', title: 'Gates can’t rely on this judge' },
  unmeasured: { word: 'Not measured', tone: 'neutral', title: 'Gates can’t rely on it yet' },
  suspended: { word: 'Suspended', tone: 'error', title: 'The license is suspended' },
  expired: { word: 'Expired', tone: 'error', title: 'The license has expired' },
  none: { word: 'No judge', tone: 'neutral', title: 'This installation has no judge' },
};

interface LicenceCardProps {
  judge: JudgeView;
  projectId: string;
  mayManage: boolean;
}

/**
 * Shows whether the judge is licensed and why not, and its error rates with confidence bounds, as measured by people's
 * labels.
 */
export function LicenceCard({ judge, projectId, mayManage }: LicenceCardProps) {
  const { licence, measuring, replies } = judge;
  const { word, tone, title } = states[licence.state];
  const scope = useScope();
  const measure = useChange({
    run: () => measureJudge(scope, { projectId, name: judge.name }),
    failure: 'Failed to measure the judge',
  });
  const labelled = replies.passed + replies.failed;
  return (
    <Card
      title="License"
      subtitle={`${counted(labelled, 'reply', 'replies')} labeled: ${replies.passed} passed, ${replies.failed} failed`}
      actions={
        mayManage && (
          <Button
            variant="primary"
            icon={<Gauge className="size-4" aria-hidden />}
            disabled={licence.state === 'none' || labelled === 0}
            isLoading={measure.isPending || measuring.isRunning}
            onClick={() => void measure.start(undefined)}
          >
            Measure
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {mayManage && replies.unmeasured > 0 && !measuring.isRunning && (
          <p className="text-ink-muted text-xs">
            {`${replies.unmeasured} labeled replies to ask about: ${costInWords(measuring.cost)}.`}
          </p>
        )}
        {measuring.isRunning && mayManage && (
          <div>
            <CancelButton projectId={projectId} name={judge.name} />
          </div>
        )}
        <p
          role="status"
          className="flex flex-wrap items-center gap-2 font-medium text-base text-ink"
        >
          <Badge tone={tone}>{word}</Badge>
          {measuring.isRunning
            ? `Measuring: ${measuring.answered} of ${counted(labelled, 'reply', 'replies')}`
            : title}
        </p>
        {licence.why && !measuring.isRunning && (
          <p className="text-ink text-sm">{sentence(licence.why)}</p>
        )}
        {measuring.failure && (
          <Alert tone="warning" title="The last measurement was interrupted">
            {measuring.failure}
          </Alert>
        )}
        {licence.measuredAt && <Figures licence={licence} />}
        {licence.languages.length > 0 && <Languages languages={licence.languages} />}
        {replies.inRubric > 0 && (
          <p className="text-ink-muted text-xs">
            {replies.inRubric} labels don’t count: the rules of the judge quote the reply.
          </p>
        )}
      </div>
    </Card>
  );
}

function Figures({ licence }: { licence: Licence }) {
  const { falsePasses, falseFailures, matrix, kappa, models } = licence;
  const row = (name: string, { passed, failed, lost }: Licence['matrix']['passed']) => (
    <TableRow>
      <TableCell>{name}</TableCell>
      <TableCell>{passed}</TableCell>
      <TableCell>{failed}</TableCell>
      <TableCell>{lost}</TableCell>
    </TableRow>
  );
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Figure name="False passes" allowed="5%" figures={falsePasses} />
        <Figure name="False failures" allowed="20%" figures={falseFailures} />
        <div>
          <dt className="text-ink-muted text-xs">Agreement beyond chance (κ)</dt>
          <dd className="text-ink text-sm">{kappa ? kappaInWords(kappa) : 'Not defined'}</dd>
          <dd className="text-ink-muted text-xs">For information only</dd>
        </div>
      </dl>
      <Table label="What the judge says, by what people say">
        <TableHead>
          <TableHeader>People say</TableHeader>
          <TableHeader>Judge passes</TableHeader>
          <TableHeader>Judge fails</TableHeader>
          <TableHeader>Lost</TableHeader>
        </TableHead>
        <TableBody>
          {row('Passed', matrix.passed)}
          {row('Failed', matrix.failed)}
        </TableBody>
      </Table>
      <p className="text-ink-muted text-xs">
        Lost replies have no answer, or a label that changed since. They count as mistakes.
        {models.length > 0 && ` The model calls itself ${models.join(', ')}.`}
      </p>
    </>
  );
}

function Languages({ languages }: { languages: Licence['languages'] }) {
  return (
    <>
      <Table label="License by language">
        <TableHead>
          <TableHeader>Replies in</TableHeader>
          <TableHeader>License</TableHeader>
          <TableHeader>False passes</TableHeader>
          <TableHeader>False failures</TableHeader>
        </TableHead>
        <TableBody>
          {languages.map(({ language, name, state, falsePasses, falseFailures }) => (
            <TableRow key={language}>
              <TableCell>{name}</TableCell>
              <TableCell>
                <Badge tone={states[state].tone}>{states[state].word}</Badge>
              </TableCell>
              <TableCell>{`${falsePasses.wrong} of ${falsePasses.of}`}</TableCell>
              <TableCell>{`${falseFailures.wrong} of ${falseFailures.of}`}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="text-ink-muted text-xs">
        The gate of a suite with a locale goes by the license for its language. Labels of unknown
        language count for all.
      </p>
    </>
  );
}

/** Formats kappa. An interval of zero width is left out, because a judge without a mistake is not certainly perfect. */
function kappaInWords({ kappa, low, high }: NonNullable<Licence['kappa']>): string {
  if (low === high) return `${kappa.toFixed(2)}, no interval without a mistake`;
  return `${kappa.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

interface FigureProps {
  name: string;
  allowed: string;
  figures: Licence['falsePasses'];
}

function Figure({ name, allowed, figures: { wrong, of, bound } }: FigureProps) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="text-ink text-sm">
        {wrong} of {of}
      </dd>
      <dd className="text-ink-muted text-xs">
        At most {(bound * 100).toFixed(1)}% (95%, one-sided); {allowed} are allowed
      </dd>
    </div>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
