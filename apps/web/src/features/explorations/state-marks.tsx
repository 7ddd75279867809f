import type { MapState } from '@parley/suite';
import { CircleCheck, CircleDashed, MapPin, TriangleAlert } from 'lucide-react';

/** The result of a run for a state. `covered`: the run reached it. `changed`: the bot gave another reply on the same path. */
export type StateMark = 'covered' | 'uncovered' | 'changed';

interface StateMarksProps {
  state: MapState;
  mark: StateMark | undefined;
  isCurrent: boolean;
}

const marks = {
  covered: { word: 'Covered', Icon: CircleCheck, ink: 'text-passed' },
  uncovered: { word: 'Not covered', Icon: CircleDashed, ink: 'text-ink-muted' },
  changed: { word: 'Changed', Icon: TriangleAlert, ink: 'text-error' },
};

/** Icons and counts for a state: visits, unexplored options, the run's result. */
export function StateMarks({ state: { visits, options }, mark, isCurrent }: StateMarksProps) {
  const unexplored = options.filter(({ isExplored }) => !isExplored).length;
  const shown = mark && marks[mark];
  return (
    <p className="flex items-center gap-2.5 whitespace-nowrap text-2xs text-ink-muted tabular [&_svg]:size-3">
      <span>{visits === 1 ? '1 visit' : `${visits} visits`}</span>
      {unexplored > 0 && (
        <span className="font-medium text-accent-ink">{unexplored} unexplored</span>
      )}
      {isCurrent && (
        <span className="flex items-center gap-1 text-passed">
          <MapPin aria-hidden /> Here
        </span>
      )}
      {shown && (
        <span className={`ml-auto flex items-center gap-1 ${shown.ink}`}>
          <shown.Icon aria-hidden /> {shown.word}
        </span>
      )}
    </p>
  );
}
