import type { Device } from '@parley/contract';
import { useScope } from '#/lib/session/scope.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { useChange } from '#/ui/use-change.ts';
import { deleteDevice } from './devices.queries.ts';

interface DeleteDeviceDialogProps {
  device: Device;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDeviceDialog({
  device,
  isOpen,
  onClose,
  onDeleted,
}: DeleteDeviceDialogProps) {
  const scope = useScope();
  const { suiteCount } = device;

  const remove = useChange({
    run: () => deleteDevice(scope, device.id, { detach: suiteCount > 0 }),
    failure: 'Failed to delete virtual device',
    done: () => ({ title: `“${device.name}” was deleted` }),
    onDone: onDeleted,
  });

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete “${device.name}”?`}
      confirmLabel="Delete device"
      isDangerous
      onConfirm={() => remove.start()}
    >
      {suiteCount === 0
        ? 'No test suite uses it. This cannot be undone.'
        : `${suiteCount === 1 ? 'One test suite uses it and then runs' : `${suiteCount} test suites use it and then run`} without a device and its limit. This cannot be undone.`}
    </ConfirmDialog>
  );
}
