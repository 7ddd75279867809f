import { roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing, MoreHorizontal, UserRound } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuChoices, MenuItem, Submenu } from '#/ui/menu.tsx';
import { monitorQuery } from './monitoring.queries.ts';
import { snoozes } from './snoozes.ts';
import { type IncidentCare, useIncidentSteps } from './use-incident-steps.ts';

interface IncidentActionsProps {
  incident: IncidentCare;
  /** Identifies the incident to screen readers, because the list contains several. */
  suiteName: string;
  /** Called before the request is sent. */
  onStart: () => void;
}

const nobody = 'nobody';

/** Actions for an open incident in a list: acknowledge, snooze and assign. */
export function IncidentActions({ incident, suiteName, onStart }: IncidentActionsProps) {
  const role = useMyRole();
  const [isOpen, setOpen] = useState(false);
  const steps = useIncidentSteps(incident, onStart);
  if (!role || !roleAllows(role, 'suites.write')) return null;
  const { isAcknowledged, snoozed } = incident;
  return (
    <>
      <Button
        size="sm"
        isLoading={steps.isPending}
        aria-label={
          isAcknowledged
            ? `Withdraw acknowledgement of the incident of ${suiteName}`
            : `Acknowledge the incident of ${suiteName}`
        }
        onClick={steps.acknowledge}
      >
        {isAcknowledged ? 'Withdraw' : 'Acknowledge'}
      </Button>
      <Menu
        align="end"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            size="sm"
            label={`Snooze or assign the incident of ${suiteName}`}
            icon={<MoreHorizontal className="size-4" aria-hidden />}
          />
        }
      >
        <Submenu icon={<UserRound aria-hidden />} label="Assign to">
          <Assignees incident={incident} isOpen={isOpen} onChange={steps.assign} />
        </Submenu>
        <Submenu icon={<BellOff aria-hidden />} label="Snooze">
          {snoozes.map(({ label, hours, muteScope }) => (
            <MenuItem key={label} onSelect={() => steps.snooze(hours, muteScope)}>
              {label}
            </MenuItem>
          ))}
        </Submenu>
        {snoozed && (
          <MenuItem
            icon={<BellRing aria-hidden />}
            note={`Until ${formatDateTime(snoozed.until)}`}
            onSelect={steps.endSnooze}
          >
            End snooze
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

interface AssigneesProps {
  incident: IncidentCare;
  isOpen: boolean;
  onChange: (assigneeId: string | null) => void;
}

/** Members to assign. They are loaded when the menu is opened. */
function Assignees({ incident: { suiteId, assigneeId }, isOpen, onChange }: AssigneesProps) {
  const { data, isError } = useQuery({ ...monitorQuery(useScope(), suiteId), enabled: isOpen });
  const noItem = () => undefined;
  if (!data)
    return isError ? (
      <MenuItem isDisabled note="Open the menu again to retry." onSelect={noItem}>
        Failed to load the members
      </MenuItem>
    ) : (
      <MenuItem isDisabled onSelect={noItem}>
        Loading the members…
      </MenuItem>
    );
  return (
    <MenuChoices
      value={assigneeId ?? nobody}
      onChange={(value) => onChange(value === nobody ? null : value)}
      choices={[
        { value: nobody, label: 'Nobody' },
        ...data.people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
