import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash2,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  OctagonPause,
  TriangleAlert,
} from 'lucide-react';
import { Badge, type BadgeTone } from './badge.tsx';
import { cx } from './cx.ts';

type Status =
  | 'queued'
  | 'pending'
  | 'running'
  | 'passed'
  | 'failed'
  | 'error'
  | 'undecided'
  | 'skipped'
  | 'cancelled'
  | 'interrupted';

interface Look {
  word: string;
  tone: BadgeTone;
  ink: string;
  Icon: LucideIcon;
}

/** Word, color and shape of each state. They differ in all three, so that users need not rely on one of them. */
const looks: Record<Status, Look> = {
  queued: { word: 'Queued', tone: 'neutral', ink: 'text-ink-faint', Icon: CircleDashed },
  pending: { word: 'Pending', tone: 'neutral', ink: 'text-ink-faint', Icon: CircleDashed },
  running: { word: 'Running', tone: 'running', ink: 'text-running', Icon: LoaderCircle },
  passed: { word: 'Passed', tone: 'passed', ink: 'text-passed', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'failed', ink: 'text-failed', Icon: CircleX },
  error: { word: 'Error', tone: 'error', ink: 'text-error', Icon: TriangleAlert },
  undecided: { word: 'Undecided', tone: 'error', ink: 'text-error', Icon: CircleHelp },
  skipped: { word: 'Skipped', tone: 'neutral', ink: 'text-ink-faint', Icon: CircleSlash2 },
  cancelled: { word: 'Cancelled', tone: 'neutral', ink: 'text-ink-faint', Icon: Ban },
  interrupted: { word: 'Interrupted', tone: 'error', ink: 'text-error', Icon: OctagonPause },
};

/** Word for a status, for places that only show text. */
export const statusWord = (status: Status): string => looks[status].word;

interface StatusProps {
  status: Status;
  /** Replaces the word, for instance "3 failed". */
  label?: string;
  className?: string;
}

export function StatusBadge({ status, label, className }: StatusProps) {
  const { word, tone, Icon } = looks[status];
  return (
    <Badge
      tone={tone}
      icon={<Icon aria-hidden className={status === 'running' ? 'animate-spin' : undefined} />}
      className={className}
    >
      {label ?? word}
    </Badge>
  );
}

/** The icon of a status, with the word as its accessible name; for dense lists. */
export function StatusIcon({ status, label, className }: StatusProps) {
  const { word, ink, Icon } = looks[status];
  return (
    <Icon
      role="img"
      aria-label={label ?? word}
      className={cx('size-4 shrink-0', ink, status === 'running' && 'animate-spin', className)}
    />
  );
}
