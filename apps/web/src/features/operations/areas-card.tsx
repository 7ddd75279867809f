import type { Areas, OperatedOrganization } from '@parley/contract';
import { Card } from '#/ui/card.tsx';
import { Select } from '#/ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { setAreas } from './operations.queries.ts';

type Person = OperatedOrganization['people'][number];

const areas = [
  { area: 'loadTesting', label: 'Load testing' },
  { area: 'exploratoryTesting', label: 'Exploratory testing' },
] as const;

type Choice = 'setting' | 'on' | 'off';

const values: Record<Choice, boolean | null> = { setting: null, on: true, off: false };

/** Features that are enabled per person, by the settings of the installation or by an operator. */
export function AreasCard({
  organization: { id, people },
}: {
  organization: OperatedOrganization;
}) {
  return (
    <Card
      title="Areas by person"
      subtitle="Load testing and exploratory testing are turned on per person, not per organization"
      isFlush
    >
      <Table label="Areas by person">
        <TableHead>
          <TableHeader>Person</TableHeader>
          {areas.map(({ area, label }) => (
            <TableHeader key={area} className="@max-2xl:hidden">
              {label}
            </TableHeader>
          ))}
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <PersonRow key={person.id} organizationId={id} person={person} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function PersonRow({ organizationId, person }: { organizationId: string; person: Person }) {
  const name = person.name || person.email;
  // While a choice is being saved, another one is dropped. Disabling the list instead would lose the focus.
  const save = useChange({
    run: (next: Areas) => setAreas(organizationId, person.id, next),
    failure: 'Failed to save the areas',
    done: () => ({ title: `Areas of ${name} saved` }),
    undo: () => setAreas(organizationId, person.id, person.areas),
  });

  const selects = areas.map(({ area, label }) => (
    <AreaSelect
      key={area}
      label={`${label} of ${name}`}
      caption={label}
      value={person.areas[area]}
      isOnBySetting={person.areasBySetting[area]}
      onChange={(value) => void save.start({ ...person.areas, [area]: value })}
    />
  ));
  return (
    <TableRow>
      <TableCell className="w-full max-w-0 min-w-44">
        <p className="truncate font-medium">{name}</p>
        <p className="wrap-anywhere text-ink-muted text-xs">{person.email}</p>
        <div className="mt-2 flex flex-col gap-2 @2xl:hidden">{selects}</div>
      </TableCell>
      {selects.map((select) => (
        <TableCell key={select.key} className="w-48 min-w-48 @max-2xl:hidden">
          {select}
        </TableCell>
      ))}
    </TableRow>
  );
}

interface AreaSelectProps {
  label: string;
  caption: string;
  value: boolean | null;
  isOnBySetting: boolean;
  onChange: (value: boolean | null) => void;
}

function AreaSelect({ label, caption, value, isOnBySetting, onChange }: AreaSelectProps) {
  const options = [
    { value: 'setting', label: `Default (${isOnBySetting ? 'on' : 'off'})` },
    { value: 'on', label: 'On' },
    { value: 'off', label: 'Off' },
  ] as const;
  return (
    <div>
      <span aria-hidden className="text-ink-muted text-xs @2xl:hidden">
        {caption}
      </span>
      <Select<Choice>
        label={label}
        isLabelHidden
        size="sm"
        options={options}
        value={value === null ? 'setting' : value ? 'on' : 'off'}
        onChange={(choice) => onChange(values[choice])}
      />
    </div>
  );
}
