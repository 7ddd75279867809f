import { useQuery } from '@tanstack/react-query';
import { deviceQuery } from '#/features/devices/devices.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Crumb, type LookupProps } from './crumb.tsx';
import { lookupLabel } from './lookup-label.ts';

export function DeviceStep({ params, isCurrent }: LookupProps) {
  const device = useQuery(deviceQuery(useScope(), params.deviceId ?? ''));
  return <Crumb label={lookupLabel(device, 'Unknown Virtual Device')} isCurrent={isCurrent} />;
}
