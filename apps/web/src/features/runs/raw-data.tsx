import type { BotEvent } from '@parley/suite';
import type { ReactNode } from 'react';

interface RawDataProps {
  /** Label of the collapsed data. */
  children: ReactNode;
  data: unknown;
}

/** Raw data from the bot as JSON, collapsed at first. */
export function RawData({ children, data }: RawDataProps) {
  return (
    <details className="max-w-full text-xs">
      <summary className="rounded-sm text-ink-muted hover:text-ink">{children}</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        className="mt-1.5 max-h-80 max-w-full overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-ink ring-1 ring-line ring-inset"
      >
        {JSON.stringify(data, null, 2)}
      </pre>
    </details>
  );
}

interface EventsDataProps {
  events: BotEvent[] | undefined;
  areEventsCut?: true | undefined;
}

/** Events of a turn that contained no text. */
export function EventsData({ events, areEventsCut }: EventsDataProps) {
  if (!events || events.length === 0) return null;
  const count = `${events.length.toLocaleString()} ${events.length === 1 ? 'event' : 'events'}`;
  return (
    <RawData data={events}>{areEventsCut ? `The first ${count}` : count} without text</RawData>
  );
}
