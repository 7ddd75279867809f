import type { DevicePlatform } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { idAmong } from '#/lib/id-among.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Select } from '#/ui/select.tsx';
import { deviceIdentity } from './device-identity.ts';
import { devicesOfPlatformQuery } from './devices.queries.ts';

interface DeviceSelectProps {
  label: string;
  platform: DevicePlatform;
  deviceId: string | null;
  error?: string | undefined;
  onChange: (deviceId: string | null) => void;
}

/** Value of the option for no device. Ids are longer. */
const nobody = 'none';

/** Selects a virtual device, or none. */
export function DeviceSelect({ label, platform, deviceId, error, onChange }: DeviceSelectProps) {
  const devices = useQuery(devicesOfPlatformQuery(useScope(), platform));
  return (
    <Select
      label={label}
      className="max-w-md"
      options={[
        { value: nobody, label: 'No virtual device' },
        ...(devices.data ?? []).map((device) => ({
          value: device.id,
          label: device.name,
          description: deviceIdentity(device),
        })),
      ]}
      value={deviceId === null ? nobody : idAmong(devices.data, deviceId)}
      placeholder={devices.isPending ? 'Loading…' : 'Unknown virtual device'}
      error={error ?? (devices.error ? 'Failed to load the virtual devices' : undefined)}
      onChange={(next) => onChange(next === nobody ? null : next)}
    />
  );
}
