import { cx } from './cx.ts';

/** A stretch of a recording, in seconds. */
export interface AudioMark {
  /** Channel in which there is sound. */
  kind: 'first' | 'second' | 'both' | 'none';
  fromS: number;
  toS: number;
  label: string;
}

/** Most marks that are listed. A recording of ten minutes has a few hundred. */
const listedMax = 30;

interface AudioBandsProps {
  marks: readonly AudioMark[];
  durationS: number;
}

/** Colors a waveform where both channels have sound, and where none has. */
export function AudioBands({ marks, durationS }: AudioBandsProps) {
  const shown = marks.filter(({ kind }) => kind === 'both' || kind === 'none');
  if (durationS === 0 || shown.length === 0) return null;
  const share = (seconds: number) => `${(100 * Math.min(seconds, durationS)) / durationS}%`;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {shown.map(({ kind, fromS, toS }) => (
        <span
          key={`${kind} ${fromS}`}
          className={cx(
            'absolute inset-y-0 rounded-sm',
            kind === 'both'
              ? 'bg-danger/20 ring-1 ring-danger/50 ring-inset'
              : 'border-ink-faint border-x border-dashed bg-ink-faint/10',
          )}
          style={{ left: share(fromS), width: share(toS - fromS) }}
        />
      ))}
    </div>
  );
}

interface AudioMomentsProps {
  marks: readonly AudioMark[];
  positionS: number;
  clock: (seconds: number) => string;
  onSeek: (seconds: number) => void;
}

/** Lists the marks as buttons that move to them. */
export function AudioMoments({ marks, positionS, clock, onSeek }: AudioMomentsProps) {
  if (marks.length === 0) return null;
  return (
    <ol aria-label="Moments" className="flex w-full min-w-0 flex-col">
      {marks.slice(0, listedMax).map(({ kind, fromS, toS, label }) => {
        const isHere = positionS >= fromS && positionS < toS;
        return (
          <li key={`${kind} ${fromS}`}>
            <button
              type="button"
              aria-current={isHere || undefined}
              onClick={() => onSeek(fromS)}
              className={cx(
                'flex min-h-6 w-full min-w-0 items-baseline gap-2 rounded-sm px-1 py-0.5 text-left text-xs hover:bg-hover',
                isHere ? 'bg-accent-soft text-ink' : 'text-ink-muted',
              )}
            >
              <span className="shrink-0 tabular">{clock(fromS)}</span>
              <span
                className={cx(
                  'wrap-anywhere min-w-0',
                  kind === 'both' && 'font-medium text-ink',
                  kind === 'none' && 'italic',
                )}
              >
                {label}
                {kind === 'both' || kind === 'none' ? ` (${(toS - fromS).toFixed(1)} s)` : ''}
              </span>
            </button>
          </li>
        );
      })}
      {marks.length > listedMax && (
        <li className="px-1 text-ink-muted text-xs">And {marks.length - listedMax} more.</li>
      )}
    </ol>
  );
}
