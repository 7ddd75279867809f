import type { Device } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { deviceIdentity } from './device-identity.ts';
import { PlatformLabel } from './platforms.tsx';

export function DeviceTable({ devices }: { devices: Device[] }) {
  return (
    <div data-tour="device-list">
      <Card isFlush className="overflow-hidden">
        <Table label="Virtual devices">
          <TableHead>
            <TableHeader>Name</TableHeader>
            <TableHeader>Platform</TableHeader>
            <TableHeader className="hidden @2xl:table-cell">Locale</TableHeader>
            <TableHeader className="hidden text-right @xl:table-cell">Limit</TableHeader>
            <TableHeader className="text-right">Suites</TableHeader>
          </TableHead>
          <TableBody>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </TableBody>
        </Table>
      </Card>
    </div>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const locale = useSettingsStore(({ locales }) => locales.find(({ id }) => id === device.locale));
  return (
    <TableRow isInteractive>
      <TableCell className="w-full max-w-0 min-w-36">
        <Link
          to="/devices/$deviceId"
          params={{ deviceId: device.id }}
          dir="auto"
          className="block truncate text-left font-medium text-ink after:absolute after:inset-0"
        >
          {device.name}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{deviceIdentity(device)}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <PlatformLabel platform={device.platform} />
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted @2xl:table-cell">
        {locale?.label ?? device.locale}
      </TableCell>
      <TableCell className="hidden text-right text-ink-muted tabular @xl:table-cell">
        {device.concurrencyLimit}
      </TableCell>
      <TableCell className="text-right text-ink-muted tabular">{device.suiteCount}</TableCell>
    </TableRow>
  );
}
