import type { SuiteStanding } from '@parley/contract';
import { Checkbox } from '#/ui/checkbox.tsx';
import type { Selection } from './use-selection.ts';

export interface SuitesSelection extends Selection {
  /** Number of suites that are shown. */
  shown: number;
}

interface SelectSuiteProps {
  suite: SuiteStanding;
  selection: SuitesSelection;
}

/** Checkbox that selects a suite. With Shift, also selects those between it and the last one selected. */
export function SelectSuite({ suite, selection }: SelectSuiteProps) {
  const { suiteId, suiteName, projectName } = suite;
  return (
    <Checkbox
      label={<span className="sr-only">{`Select ${suiteName} of ${projectName}`}</span>}
      checked={selection.has(suiteId)}
      // Shift would mark the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.set(suiteId, currentTarget.checked, isWithShift(nativeEvent))
      }
    />
  );
}

/** Detects Shift. A checkbox changes through a click event, even when a key is pressed. */
const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey;

interface SelectAllProps {
  selection: SuitesSelection;
  isLabelHidden?: boolean;
}

/** Gets the focus when the bar of the selected suites closes. */
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
