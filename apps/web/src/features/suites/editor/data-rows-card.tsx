import type { SuiteConfiguration } from '@parley/suite';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { dataToEdit, textsIn } from './configuration-to-edit.ts';
import { KeyValueList } from './key-value-list.tsx';
import { RenameNote } from './rename-note.tsx';
import type { Renaming } from './rename-uses.ts';
import { useLiveText } from './use-live-text.ts';
import { useRenaming } from './use-renaming.ts';
import { useRowKeys } from './use-row-keys.ts';

type Rows = NonNullable<SuiteConfiguration['data']>;

interface DataRowsCardProps {
  configuration: SuiteConfiguration;
  onChange: (change: Partial<SuiteConfiguration>, name?: string) => void;
}

/** Rows of test data. Each test uses the values of one row. */
export function DataRowsCard({ configuration, onChange }: DataRowsCardProps) {
  const [renaming, setRenaming] = useState<Renaming>();
  const note = (kind: Renaming['kind']) => (from: string, to: string) =>
    setRenaming({ kind, from, to });
  const ofRow = useRenaming(note('row'));
  const { dataRow } = configuration;
  const data = dataToEdit(configuration);
  const names = Object.keys(data);
  // JavaScript puts rows with numeric names first, even while such a name is being typed.
  const keys = useRowKeys(Object.entries(data));
  const write = (rows: Rows, name?: string) =>
    onChange({ data: Object.keys(rows).length > 0 ? rows : undefined }, name);
  return (
    <Card
      title="Test data"
      subtitle="Rows of values. A test chooses its row, and {{name}} stands for the value in that row."
      actions={
        names.length > 0 && (
          <Select
            label="Default row"
            isLabelHidden
            options={rowOptions(names, 'No default row')}
            value={dataRow ?? ''}
            onChange={(row) => onChange({ dataRow: row === '' ? undefined : row })}
          />
        )
      }
    >
      <div className="flex flex-col gap-5">
        <RenameNote renaming={renaming} onClose={() => setRenaming(undefined)} />
        {names.map((name, index) => (
          <section
            key={keys[index]}
            aria-label={`Row ${name}`}
            className="flex flex-col gap-3 rounded-lg bg-sunken/60 p-3 ring-1 ring-line ring-inset"
          >
            <div className="flex items-end gap-2">
              <div className="flex-1" {...ofRow(name)}>
                <RowName
                  name={name}
                  canBe={(next) => canBeNamed(data, name, next)}
                  onChange={(next) => write(renamed(data, name, next), `name of ${keys[index]}`)}
                />
              </div>
              <IconButton
                label={`Remove row ${name}`}
                icon={<Trash2 className="size-4" aria-hidden />}
                onClick={() => write(without(data, name))}
              />
            </div>
            <KeyValueList
              title="Values"
              hint="Names as used in {{…}}."
              keyName="name"
              valueName="Value"
              addLabel="Add value"
              value={textsIn(data[name])}
              onChange={(values) =>
                write({ ...data, [name]: values ?? {} }, `values of ${keys[index]}`)
              }
              onRenamed={note('name')}
            />
          </section>
        ))}
        <Button
          size="sm"
          icon={<Plus className="size-3.5" aria-hidden />}
          onClick={() => write({ ...data, [freeName(names)]: {} })}
          className="self-start"
        >
          Add row
        </Button>
      </div>
    </Card>
  );
}

interface RowNameProps {
  name: string;
  canBe: (name: string) => boolean;
  onChange: (name: string) => void;
}

function RowName({ name, canBe, onChange }: RowNameProps) {
  const live = useLiveText(name, onChange, canBe);
  return (
    <TextField
      {...live}
      label="Row name"
      error={canBe(live.value) ? undefined : 'Enter a unique name'}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export function rowOptions(names: string[], none: string) {
  return [{ value: '', label: none }, ...names.map((name) => ({ value: name, label: name }))];
}

function canBeNamed(rows: Rows, from: string, to: string): boolean {
  return to.trim() !== '' && (to === from || !Object.hasOwn(rows, to));
}

/** Renames a row and keeps its position. An invalid name changes nothing. */
function renamed(rows: Rows, from: string, to: string): Rows {
  if (!canBeNamed(rows, from, to)) return rows;
  return Object.fromEntries(
    Object.entries(rows).map(([name, values]) => [name === from ? to : name, values]),
  );
}

function without(rows: Rows, name: string): Rows {
  return Object.fromEntries(Object.entries(rows).filter(([other]) => other !== name));
}

function freeName(names: string[]): string {
  let number = names.length + 1;
  while (names.includes(`row ${number}`)) number += 1;
  return `row ${number}`;
}
