import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DeviceSelect } from '#/features/devices/device-select.tsx';
import { devicesOfPlatformQuery, refreshDevices } from '#/features/devices/devices.queries.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { updateSuite } from '../suites.queries.ts';
import { useEditor, useEditorStore } from './editor-context.tsx';

/** Virtual device of the suite. It is not part of the text, so it is saved at once. */
export function DeviceCard() {
  const scope = useScope();
  const editor = useEditorStore();
  const { id, platform, deviceId } = useEditor(({ stored }) => stored);
  const { data: devices = [] } = useQuery(devicesOfPlatformQuery(scope, platform));
  const [failure, setFailure] = useState<string>();

  async function choose(next: string | null) {
    setFailure(undefined);
    try {
      const stored = await updateSuite(scope, id, { deviceId: next });
      editor.getState().accept(stored);
      void refreshDevices(scope);
    } catch (failed) {
      setFailure(messageOr(failed, 'Failed to change the virtual device'));
    }
  }

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
          error={failure}
          onChange={(next) => void choose(next)}
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
