import { describeInput, type MapState } from '@parley/suite';
import { CornerDownRight } from 'lucide-react';
import { cx } from '#/ui/cx.ts';
import type { MapCanvasProps } from './map-canvas.tsx';
import { markOf } from './mark-of.ts';
import { StateMarks } from './state-marks.tsx';

/** The map as text: each state with the messages that lead to other states. */
export function MapList({ map, overlay, current, selected, onSelect }: MapCanvasProps) {
  const labels = new Map(map.states.map(({ key, label }) => [key, label]));
  const waysFrom = (state: MapState) => map.edges.filter(({ from }) => from === state.key);
  return (
    <ul aria-label="States" className="flex flex-col divide-y divide-line">
      {map.states.map((state) => (
        <li key={state.key} className="flex flex-col">
          <button
            type="button"
            aria-pressed={state.key === selected}
            onClick={() => onSelect(state.key)}
            className={cx(
              'flex flex-col gap-1 px-4 pt-3 pb-2 text-left outline-offset-[-2px] hover:bg-hover',
              state.key === selected && 'bg-accent-soft',
            )}
          >
            <span className="line-clamp-2 break-words font-medium text-ink text-sm">
              {state.label}
            </span>
            <StateMarks
              state={state}
              mark={overlay && markOf(state.key, overlay)}
              isCurrent={state.key === current}
            />
          </button>
          <ul
            aria-label={`Paths from ${state.label.slice(0, 80)}`}
            className="px-4 pb-2 empty:hidden"
          >
            {waysFrom(state).map(({ to, input }) => (
              <li
                key={`${to} ${describeInput(input)}`}
                className="flex min-w-0 items-center gap-1.5 py-0.5 text-xs"
              >
                <CornerDownRight aria-hidden className="size-3 shrink-0 text-ink-faint" />
                <span className="max-w-[45%] shrink-0 truncate text-ink">
                  {describeInput(input)}
                </span>
                <span className="sr-only">leads to</span>
                <button
                  type="button"
                  onClick={() => onSelect(to)}
                  className="min-h-6 min-w-0 truncate rounded-sm text-left text-accent-ink hover:underline"
                >
                  {labels.get(to)}
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
