import type { SuiteStanding } from '@parley/contract';
import { Checkbox } from '#/ui/checkbox.tsx';
import type { Selection } from './use-selection.ts';

export interface SuitesSelection extends Selection {
  /** Number of displayed suites. */
  shown: number;
}

interface SelectSuiteProps {
  suite: SuiteStanding;
  selection: SuitesSelection;
}

/**
 * Checkbox that selects a suite. With Shift, it also selects all suites between this one and the one that was clicked before.
 */
export function SelectSuite({ suite, selection }: SelectSuiteProps) {
  const { suiteId, suiteName, projectName } = suite;
  return (
    <Checkbox
      label={<span className="sr-only">{`Select ${suiteName} of ${projectName}`}</span>}
      checked={selection.has(suiteId)}
      // Shift would otherwise select the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.set(suiteId, currentTarget.checked, isWithShift(nativeEvent))
      }
    />
  );
}

/** Detects Shift. A checkbox fires its change through a click event, even for a key press. */
const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

interface SelectAllProps {
  selection: SuitesSelection;
  isLabelHidden?: boolean;
}

/** Element that gets the focus when the bar of selected suites closes. */
export const selectAllId = 'select-all-suites';

export function SelectAll({ selection, isLabelHidden = false }: SelectAllProps) {
  const { ids, shown, setAll } = selection;
  const isAll = ids.length === shown;
  return (
    <Checkbox
      id={selectAllId}
      label={<span className={isLabelHidden ? 'sr-only' : undefined}>Select all shown</span>}
      ref={(input) => {
        if (input) input.indeterminate = ids.length > 0 && !isAll;
      }}
      checked={isAll}
      onChange={() => setAll(!isAll)}
    />
  );
}
