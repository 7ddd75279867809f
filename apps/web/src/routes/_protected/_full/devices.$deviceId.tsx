import { createFileRoute } from '@tanstack/react-router';
import { DeviceScreen } from '#/features/devices/device-screen.tsx';
import { deviceQuery } from '#/features/devices/devices.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/devices/$deviceId')({
  staticData: { trail: [{ label: 'Virtual Devices', to: '/devices' }, { lookup: 'device' }] },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(deviceQuery(scope, params.deviceId));
  },
  component: DevicePage,
});

function DevicePage() {
  const { deviceId } = Route.useParams();
  return <DeviceScreen deviceId={deviceId} />;
}
