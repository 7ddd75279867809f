import type { Device } from '@parley/contract';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { toast } from '#/ui/toast.ts';
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

  async function remove() {
    try {
      await deleteDevice(scope, device.id, { detach: suiteCount > 0 });
    } catch (error) {
      const title = messageOr(error, 'Failed to delete virtual device');
      toast({ variant: 'destructive', title });
      return false;
    }
    toast({ variant: 'success', title: `“${device.name}” was deleted` });
    onDeleted();
    return true;
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete “${device.name}”?`}
      confirmLabel="Delete device"
      isDangerous
      onConfirm={remove}
    >
      {suiteCount === 0
        ? 'No test suite uses it. This cannot be undone.'
        : `${suiteCount === 1 ? 'One test suite uses it and then runs' : `${suiteCount} test suites use it and then run`} without a device and its limit. This cannot be undone.`}
    </ConfirmDialog>
  );
}
