import {
  costInWords,
  costRange,
  countInWords,
  countOf,
  type TokenUse,
  type ToolReport,
  toolFormats,
} from '@parley/suite';
import { Wrench } from 'lucide-react';
import { Badge, type BadgeTone } from '#/ui/badge.tsx';
import { RawData } from './raw-data.tsx';

/** Tools that the agent called in a turn, in order, with arguments and results, and the tokens that its models used. */
export function ToolCalls({ report }: { report: ToolReport | undefined }) {
  if (!report || report.isForeign) return null;
  const { calls, format, sources, tokens } = report;
  const gaps = [...(report.gaps ?? []), ...(report.joinGaps ?? [])];
  if (calls.length === 0 && gaps.length === 0) return <Tokens use={tokens} />;
  return (
    <section aria-label="Tool calls" className="flex max-w-full flex-col gap-1 text-xs">
      <ol className="flex max-w-full flex-col gap-1">
        {calls.map(({ name, args, rawArgs, result, error, stage, agent, id, ...call }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: calls keep their order
            key={index}
            className="flex max-w-full flex-col gap-1 rounded-md bg-sunken px-2.5 py-1.5 ring-1 ring-line ring-inset"
          >
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <Wrench className="size-3 shrink-0 text-ink-muted" aria-hidden />
              <span className="min-w-0 break-words font-medium text-ink">{name || 'No name'}</span>
              <Badge tone={error === undefined ? stages[stage].tone : 'failed'}>
                {error === undefined ? stages[stage].label : 'Error'}
              </Badge>
              {agent && <span className="min-w-0 break-words text-ink-muted">{agent}</span>}
            </p>
            {call.unrecorded?.includes('args') ? (
              <p className="text-ink-muted">Arguments weren’t recorded.</p>
            ) : (
              <p className="break-all font-mono text-ink">
                {rawArgs === undefined ? shortened(JSON.stringify(args ?? {})) : shortened(rawArgs)}
              </p>
            )}
            {rawArgs !== undefined && <p className="text-ink-muted">Arguments can’t be parsed.</p>}
            {error !== undefined && <p className="break-words text-failed">{shortened(error)}</p>}
            {(result !== undefined || id !== undefined) && (
              <RawData data={{ id, args, result }}>Details</RawData>
            )}
          </li>
        ))}
      </ol>
      {gaps.map((gap) => (
        <p key={gap} className="break-words text-ink-muted">
          {gap}
        </p>
      ))}
      <Tokens use={tokens} />
      {format && (
        <p className="text-ink-muted">Reported as {toolFormats[format]?.title ?? format}</p>
      )}
      {sources && <p className="text-ink-muted">Spans of {sources.join(', ')}</p>}
    </section>
  );
}

/** Token counts of a turn. Renders nothing if no request to a model is known; the failed check then says what is missing. */
function Tokens({ use }: { use: TokenUse | undefined }) {
  if (!use || use.requests === 0) return null;
  const inWords = (kind: 'total' | 'input' | 'output') => {
    const { least, most } = countOf(use, kind);
    return countInWords({ least, most: use.gaps ? Number.POSITIVE_INFINITY : most });
  };
  return (
    <p className="text-ink-muted text-xs">
      {`${sentence(inWords('total'))}: ${inWords('input')} of input, ${inWords('output')} of output`}
      {use.models && ` (${use.models.join(', ')})`}
      <CostOf use={use} />
    </p>
  );
}

/** Cost of a turn. If a part is unknown, it says why, because a model without a price is not free. */
function CostOf({ use }: { use: TokenUse }) {
  const range = costRange(use);
  if (!range || !use.cost) return null;
  const [gap] = use.cost.gaps ?? [];
  return (
    <>
      {`. Cost: ${costInWords(range, use.cost.currency)}`}
      {gap && <span className="block break-words">{gap}</span>}
    </>
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const stages: Record<ToolReport['calls'][number]['stage'], { label: string; tone: BadgeTone }> = {
  requested: { label: 'Requested', tone: 'neutral' },
  executed: { label: 'Executed', tone: 'passed' },
  refused: { label: 'Not run', tone: 'error' },
};

const shownMax = 500;

const shortened = (text: string) => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);
