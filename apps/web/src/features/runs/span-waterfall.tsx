import { readSpanList, type ShownSpan, type SpanList } from '@parley/suite';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, Dot, Sparkles, Wrench } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { countOf, formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { cx } from '#/ui/cx.ts';
import { EvidenceDetails } from './evidence-details.tsx';
import type { EvidenceProps } from './evidence-props.ts';
import { type SpanRow, spanRows, totalsOf } from './span-rows.ts';

/** The spans of an agent in a turn, as a waterfall. */
export function SpanWaterfall(props: EvidenceProps) {
  return (
    <EvidenceDetails {...props}>
      {(text) => {
        if (text === undefined) return <p className="mt-1.5 text-ink-muted">Loading…</p>;
        const list = readSpanList(text);
        if (!list) return <p className="mt-1.5 text-ink-muted">The spans can’t be read.</p>;
        return <Waterfall list={list} name={props.name} />;
      }}
    </EvidenceDetails>
  );
}

const rowHeight = 40;

/** Maximum number of rows to render at once, so that the browser's search finds all of them. Longer lists are virtualized. */
const plainMax = 150;

function Waterfall({ list, name }: { list: SpanList; name: string }) {
  const { spans, leftOut, unjoined, disputed = [] } = list;
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => spanRows(spans), [spans]);
  const totals = useMemo(() => totalsOf(spans), [spans]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const isLong = rows.length > plainMax;
  const shown = isLong ? items.map(({ index }) => index) : rows.map((_, index) => index);
  const above = isLong ? (items[0]?.start ?? 0) : 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <div className="mt-1.5 flex max-w-full flex-col gap-1.5">
      <p className="text-ink-muted">{inWords(spans.length, totals)}</p>
      {rows.length > 0 && (
        <section
          ref={frame}
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          tabIndex={0}
          className="@container max-h-80 overflow-auto rounded-md bg-surface ring-1 ring-line ring-inset"
        >
          <table
            aria-label={name}
            aria-rowcount={rows.length + 1}
            className="w-full table-fixed border-collapse text-left"
          >
            <thead className="sr-only">
              <tr aria-rowindex={1}>
                <th scope="col">Span</th>
                <th scope="col">Duration</th>
              </tr>
            </thead>
            <tbody>
              <Spacer height={above} />
              {shown.map((index) => {
                const row = rows[index];
                return (
                  row && (
                    <Row
                      key={row.span.id}
                      row={row}
                      rowIndex={index + 2}
                      wholeMs={totals.durationMs}
                    />
                  )
                );
              })}
              <Spacer height={below} />
            </tbody>
          </table>
        </section>
      )}
      {leftOut > 0 && (
        <p className="text-ink-muted">
          {countOf(leftOut, 'more span')} arrived in this turn and{' '}
          {leftOut === 1 ? 'isn’t' : 'aren’t'} kept.
        </p>
      )}
      {unjoined.length > 0 && (
        <p className="text-ink-muted">
          Unjoined spans, which belong to no turn of this run: {countsInWords(unjoined)}
        </p>
      )}
      {disputed.length > 0 && (
        <p className="text-ink-muted">
          Spans that name two conversations, and are joined to neither: {countsInWords(disputed)}
        </p>
      )}
    </div>
  );
}

const countsInWords = (counts: SpanList['unjoined']): string =>
  counts.map(({ service, spans }) => `${service || 'no name'} ${formatNumber(spans)}`).join(', ');

function inWords(spans: number, totals: ReturnType<typeof totalsOf>): string {
  const { tools, models, failed, inputTokens, cachedTokens, outputTokens, durationMs } = totals;
  const parts = [countOf(spans, 'span'), formatDuration(durationMs)];
  if (tools > 0) parts.push(countOf(tools, 'tool call'));
  if (models > 0) parts.push(countOf(models, 'model request'));
  if (inputTokens + outputTokens > 0) {
    parts.push(
      tokensInWords({ inputTokens, outputTokens, ...(cachedTokens > 0 && { cachedTokens }) }),
    );
  }
  if (failed > 0) parts.push(`${formatNumber(failed)} with an error`);
  return parts.join(' · ');
}

/** Describes token counts. Cached tokens are never added to the input, because some providers already count them as input. */
function tokensInWords({
  inputTokens,
  cachedTokens,
  outputTokens,
}: NonNullable<ShownSpan['model']>): string {
  const parts = [
    inputTokens !== undefined && `${formatNumber(inputTokens)} tokens in`,
    cachedTokens !== undefined && `${formatNumber(cachedTokens)} cached`,
    outputTokens !== undefined && `${formatNumber(outputTokens)} out`,
  ];
  return parts.filter(Boolean).join(', ');
}

const icons = { tool: Wrench, model: Sparkles, agent: Bot };
const roleNames = { tool: 'Tool', model: 'Model', agent: 'Agent' };
const bars = { tool: 'bg-accent', model: 'bg-running-solid', agent: 'bg-ink-muted' };

/** Depth up to which spans are indented. Deeper ones stay at this indentation. */
const indentedMax = 12;

function Row({
  row: { span, depth },
  rowIndex,
  wholeMs,
}: {
  row: SpanRow;
  rowIndex: number;
  wholeMs: number;
}) {
  const { name, service, role, tool, from, durationMs, error, model } = span;
  const Icon = role ? icons[role] : Dot;
  const share = (ms: number) => (wholeMs > 0 ? (ms / wholeMs) * 100 : 0);
  const label = tool ?? model?.name ?? name;
  const detail = error === undefined ? detailOf(span, label) : error || 'Failed without a message';
  return (
    <tr aria-rowindex={rowIndex} style={{ height: rowHeight }} className="border-line border-b">
      <td className="w-3/4 px-2 @lg:w-1/2">
        <div
          className="flex min-w-0 flex-col"
          style={{ paddingInlineStart: Math.min(depth, indentedMax) * 10 }}
          title={`${name}${service ? ` · ${service}` : ''}`}
        >
          <p className="flex min-w-0 items-center gap-1.5">
            <Icon className="size-3 shrink-0 text-ink-muted" aria-hidden />
            {role && <span className="sr-only">{roleNames[role]}:</span>}
            <span className="min-w-0 truncate font-medium text-ink">{label}</span>
            {error !== undefined && <Badge tone="failed">Error</Badge>}
          </p>
          {detail && (
            <p className={cx('truncate', error === undefined ? 'text-ink-muted' : 'text-failed')}>
              {detail}
            </p>
          )}
        </div>
      </td>
      <td className="px-2">
        <p className="text-ink-muted tabular">
          {durationMs === undefined ? 'Not ended' : formatDuration(durationMs)}
        </p>
        <div aria-hidden className="relative mt-0.5 h-1.5 rounded-full bg-sunken">
          <div
            className={cx(
              'absolute inset-y-0 min-w-0.5 rounded-full',
              error === undefined ? (role ? bars[role] : 'bg-line-control') : 'bg-failed-solid',
            )}
            style={{
              insetInlineStart: `${Math.min(99, share(from))}%`,
              width: `${share(durationMs ?? 0)}%`,
            }}
          />
        </div>
      </td>
    </tr>
  );
}

function detailOf({ name, service, model }: ShownSpan, label: string): string {
  const tokens = model ? tokensInWords(model) : '';
  if (tokens) return tokens;
  return label === name ? service : name;
}

/** Placeholder for the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={2} style={{ height, padding: 0 }} />
    </tr>
  );
}
