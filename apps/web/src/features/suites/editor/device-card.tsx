import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DeviceSelect } from '#/features/devices/device-select.tsx';
import { devicesOfPlatformQuery } from '#/features/devices/devices.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { useChange } from '#/ui/use-change.ts';
import { updateSuite } from '../suites.queries.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';

/** Selects the virtual device of the suite. The device is not part of the text, so a change is saved immediately. */
export function DeviceCard() {
  const scope = useScope();
  const editor = useEditorStore();
  const { id, platform, deviceId } = useEditor(({ stored }) => stored);
  const { data: devices = [] } = useQuery(devicesOfPlatformQuery(scope, platform));
  const change = useChange({
    run: (next: string | null) => updateSuite(scope, id, { deviceId: next }),
    failure: 'Failed to change the virtual device',
    isProblemShown: true,
    onDone: (stored) => editor.getState().accept(stored),
  });

  return (
    <Card
      title="Virtual device"
      subtitle="The identity of the user. Its limit applies to all runs that use it; further runs wait."
    >
      <div className="flex flex-col gap-3">
        <DeviceSelect
          label="Use device"
          platform={platform}
          deviceId={deviceId}
          error={change.problem}
          onChange={(next) => void change.start(next)}
        />
        <p className="text-ink-muted text-sm">
          {deviceId ? (
            <Link to="/devices/$deviceId" params={{ deviceId }} className={linkClass}>
              Show its activity
            </Link>
          ) : (
            <Link to="/devices" className={linkClass}>
              {devices.length === 0 ? 'Create a virtual device' : 'Manage virtual devices'}
            </Link>
          )}
        </p>
      </div>
    </Card>
  );
}
