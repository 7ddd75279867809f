import type { ApiKey } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableHead, TableHeader } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { ApiKeyRow } from './api-key-row.tsx';
import { apiKeysQuery, revokeApiKey } from './api-keys.queries.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';

/** The user's API keys for the current organization. */
export function ApiKeysCard() {
  const scope = useScope();
  const organization = useOrgStore((state) => state.currentOrganization?.name);
  const keys = useQuery(apiKeysQuery(scope));
  const [isCreating, setIsCreating] = useState(false);
  const [renaming, setRenaming] = useState<ApiKey | null>(null);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);

  const revoke = useChange({
    run: ({ id }: ApiKey) => revokeApiKey(scope, id),
    failure: 'Failed to revoke the API key',
    done: (_, { name }) => ({ title: `“${name}” was revoked` }),
  });

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
      <Loaded
        query={keys}
        what="your API keys"
        skeleton={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-64" />
            <Skeleton className="h-5 w-48" />
          </div>
        }
        className="mx-5 mb-5"
      >
        {(list) =>
          list.length === 0 ? (
            <NoKeys action={createButton} />
          ) : (
            <KeyTable keys={list} onRename={setRenaming} onRevoke={setLeaving} />
          )
        }
      </Loaded>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      {renaming && <RenameKeyDialog apiKey={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title={`Revoke “${leaving?.name ?? ''}”?`}
        confirmLabel="Revoke key"
        isDangerous
        onConfirm={() => leaving && revoke.start(leaving)}
      >
        Programs with this key lose access at once. This action cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}

function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title="No API keys yet"
      headingLevel={3}
      action={action}
      className="border-line border-t py-10"
    >
      Create a key to use <code className="font-mono text-xs">parley run</code> and the public API.
    </EmptyState>
  );
}

interface KeyTableProps {
  keys: ApiKey[];
  onRename: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, onRename, onRevoke }: KeyTableProps) {
  const { userId } = useScope();
  return (
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
        {keys.map((key) => (
          <ApiKeyRow
            key={key.id}
            apiKey={key}
            isOwn={key.createdBy.id === userId}
            onRename={() => onRename(key)}
            onRevoke={() => onRevoke(key)}
          />
        ))}
      </TableBody>
    </Table>
  );
}
