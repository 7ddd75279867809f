import type { Device } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { DeleteDeviceDialog } from './delete-device-dialog.tsx';
import { DeviceCalendarCard } from './device-calendar-card.tsx';
import { DeviceHealthCard } from './device-health-card.tsx';
import { deviceIdentity } from './device-identity.ts';
import { DeviceName } from './device-name.tsx';
import { DeviceSettingsCard } from './device-settings-card.tsx';
import { DeviceSuitesCard } from './device-suites-card.tsx';
import { deviceQuery } from './devices.queries.ts';
import { PlatformLabel } from './platforms.tsx';

/** A virtual device: its identity and its uses. */
export function DeviceScreen({ deviceId }: { deviceId: string }) {
  const query = useQuery(deviceQuery(useScope(), deviceId));
  return (
    <Loaded
      query={query}
      what="the virtual device"
      skeleton={
        <div className="flex flex-col gap-5">
          <Skeleton className="h-12 w-72" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      }
      unknown={<UnknownPage what="virtual device" to="/devices" place="virtual devices" />}
    >
      {(device) => (
        <div className="flex flex-col gap-5">
          <DeviceHeader device={device} />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
            <div className="flex min-w-0 flex-col gap-5">
              <DeviceCalendarCard device={device} />
              <DeviceSuitesCard device={device} />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <DeviceSettingsCard key={device.id} device={device} />
              {device.platform === 'phone' && <DeviceHealthCard device={device} />}
            </div>
          </div>
        </div>
      )}
    </Loaded>
  );
}

function DeviceHeader({ device }: { device: Device }) {
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <DeviceName device={device} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-xs">
          <PlatformLabel platform={device.platform} />
          <span>{deviceIdentity(device)}</span>
        </p>
      </div>
      <Button icon={<Trash2 className="size-4" aria-hidden />} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      <DeleteDeviceDialog
        device={device}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate({ to: '/devices' })}
      />
    </header>
  );
}
