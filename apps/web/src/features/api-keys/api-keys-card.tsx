import type { ApiKey } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeader } from '#/ui/table.tsx';
import { toast } from '#/ui/toast.ts';
import { ApiKeyRow } from './api-key-row.tsx';
import { apiKeysQuery, revokeApiKey } from './api-keys.queries.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';

/** The keys with which programs act for the user in the current organization. */
export function ApiKeysCard() {
  const scope = useScope();
  const organization = useOrgStore((state) => state.currentOrganization?.name);
  const keys = useQuery(apiKeysQuery(scope));
  const [isCreating, setIsCreating] = useState(false);
  const [renaming, setRenaming] = useState<ApiKey | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);

  async function revoke({ id, name }: ApiKey): Promise<boolean> {
    try {
      await revokeApiKey(scope, id);
      toast({ variant: 'success', title: `“${name}” was revoked` });
      return true;
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to revoke the API key') });
      return false;
    }
  }

  const createButton = (
    <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => setIsCreating(true)}>
      Create API key
    </Button>
  );

  return (
    <Card
      title="API keys"
      subtitle={
        <>
          Let programs and CI act on your behalf in {organization ?? 'this organization'}.{' '}
          <a href="/docs" target="_blank" rel="noreferrer" className={linkClass}>
            API reference
          </a>
        </>
      }
      actions={keys.data && keys.data.length > 0 && createButton}
      isFlush
    >
      {keys.isPending && (
        <div className="flex flex-col gap-3 border-line border-t px-5 py-4">
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-5 w-48" />
        </div>
      )}
      {keys.isError && (
        <div className="px-5 pb-5">
          <RetryAlert what="your API keys" error={keys.error} onRetry={() => void keys.refetch()} />
        </div>
      )}
      {keys.data?.length === 0 && (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title="No API keys yet"
          headingLevel={3}
          action={createButton}
          className="border-line border-t py-10"
        >
          Create a key to use <code className="font-mono text-xs">parley run</code> and the public
          API.
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && (
        <Table label="API keys">
          <TableHead>
            <TableHeader>Key</TableHeader>
            <TableHeader className="@max-2xl:hidden">Access</TableHeader>
            <TableHeader className="@max-2xl:hidden">Last used</TableHeader>
            <TableHeader className="@max-2xl:hidden">Expires</TableHeader>
            <TableHeader className="w-20">
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableHead>
          <TableBody>
            {keys.data.map((key) => (
              <ApiKeyRow
                key={key.id}
                apiKey={key}
                isOwn={key.createdBy.id === scope.userId}
                onRename={() => setRenaming(key)}
                onRevoke={() => setLeaving(key)}
              />
            ))}
          </TableBody>
        </Table>
      )}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      {renaming && <RenameKeyDialog apiKey={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={`Revoke “${leaving?.name ?? ''}”?`}
        confirmLabel="Revoke key"
        isDangerous
        onConfirm={() => leaving && revoke(leaving)}
      >
        Programs with this key lose access at once. This action cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
