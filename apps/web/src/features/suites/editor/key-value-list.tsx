import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { describedBy, FieldMessage } from '#/ui/field-frame.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { removeAt, replaceAt } from './edit-suite.ts';
import { fieldClass } from './field-class.ts';
import { useRenaming } from './use-renaming.ts';

interface KeyValueListProps {
  title: string;
  hint: string;
  keyName: string;
  valueName: string;
  addLabel: string;
  value: Record<string, string> | undefined;
  onChange: (value: Record<string, string> | undefined) => void;
  /** Converts values to the suite's spelling, for instance `0.0` to `0`. */
  spelled?: (value: Record<string, string>) => Record<string, string>;
  /** Called when the user leaves the field of an edited name. */
  onRenamed?: ((from: string, to: string) => void) | undefined;
}

interface Row {
  id: number;
  key: string;
  value: string;
  /** The stored name. It stays in the suite until a valid new name is typed. */
  from?: string;
}

let lastRowId = 0;

/** Editable list of names and values. A new row without a unique name is shown but not written to the suite. */
export function KeyValueList(props: KeyValueListProps) {
  const { title, hint, keyName, valueName, addLabel, value, onChange, onRenamed } = props;
  const { spelled = (typed) => typed } = props;
  const renaming = useRenaming(onRenamed);
  const hintId = useId();
  const [rows, setRows] = useState(() => rowsOf(value));
  const now = JSON.stringify(value ?? {});
  const [seen, setSeen] = useState(now);
  const [written, setWritten] = useState<string>();
  if (seen !== now) {
    setSeen(now);
    // Changed elsewhere, for instance by undo.
    if (written !== now) {
      setRows(rowsOf(value));
      setWritten(undefined);
    }
  }

  function write(next: Row[]) {
    const record = recordOf(next);
    setRows(next);
    setWritten(JSON.stringify(spelled(record ?? {})));
    onChange(record);
  }

  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="font-medium text-ink text-sm">{title}</legend>
      <p id={hintId} className="mt-0.5 text-ink-muted text-xs">
        {hint}
      </p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {rows.map((row, index) => {
          const messageId = `${hintId}-${row.id}`;
          const error = isTaken(rows, row) && 'This name is already used';
          const change = (part: Partial<Row>) =>
            write(replaceAt(rows, index, (old) => ({ ...old, ...part })));
          return (
            <li key={row.id}>
              <div className="flex items-center gap-1.5">
                <input
                  {...renaming(error ? '' : row.key)}
                  aria-label={`${keyName} ${index + 1}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={describedBy(messageId, { error })}
                  placeholder={keyName}
                  value={row.key}
                  spellCheck={false}
                  onChange={({ target }) => change({ key: target.value })}
                  className={cx(fieldClass, 'w-44 max-w-[40%] font-mono text-xs')}
                />
                <input
                  aria-label={`${valueName} ${index + 1}`}
                  placeholder={valueName}
                  value={row.value}
                  spellCheck={false}
                  onChange={({ target }) => change({ value: target.value })}
                  className={cx(fieldClass, 'flex-1 font-mono text-xs')}
                />
                <IconButton
                  size="sm"
                  label={`Remove ${row.key || `row ${index + 1}`}`}
                  icon={<X className="size-3.5" aria-hidden />}
                  onClick={() => write(removeAt(rows, index))}
                />
              </div>
              <FieldMessage id={messageId} error={error} />
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        icon={<Plus className="size-3.5" aria-hidden />}
        onClick={() => setRows([...rows, { id: ++lastRowId, key: '', value: '' }])}
        className="mt-1.5 -ml-2"
      >
        {addLabel}
      </Button>
    </fieldset>
  );
}

function rowsOf(value: Record<string, string> | undefined): Row[] {
  return Object.entries(value ?? {}).map(([key, text]) => ({
    id: ++lastRowId,
    key,
    value: text,
    from: key,
  }));
}

/** Name of a row; undefined if it is blank. */
function nameOf({ key, from }: Row): string | undefined {
  return key === from ? key : key.trim() || undefined;
}

/** @returns true if another row has the name: the row that is stored under it, or else the first one */
function isTaken(rows: Row[], row: Row): boolean {
  const name = nameOf(row);
  const alike = rows.filter((other) => name !== undefined && nameOf(other) === name);
  return alike.length > 1 && row !== (alike.find(({ from }) => from === name) ?? alike[0]);
}

function recordOf(rows: Row[]): Record<string, string> | undefined {
  const named = rows.flatMap((row) => {
    const name = nameOf(row);
    return name === undefined || isTaken(rows, row) ? [] : [[name, row.value] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}
