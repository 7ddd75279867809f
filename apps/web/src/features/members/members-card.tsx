import type { Invitation, Member } from '@parley/contract';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Table, TableBody, TableHead, TableHeader } from '#/ui/table.tsx';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { memberCount, searchMembers } from './member-search.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RolesHelp } from './roles-help.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

const searchDelayMs = 300;

interface MembersCardProps {
  members: Member[];
  invitations: Invitation[];
  isLoaded: boolean;
  mayManage: boolean;
}

export function MembersCard({ members, invitations, isLoaded, mayManage }: MembersCardProps) {
  const [search, setSearch] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const found = searchMembers(members, search);

  return (
    <Card
      title="Existing Users"
      subtitle="View and manage permissions for everyone on your team"
      isFlush
      actions={
        mayManage && (
          <Button
            variant="primary"
            icon={<UserPlus className="size-4" aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            Add New Member
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pb-4">
        <SearchField
          value={search}
          onChange={setSearch}
          delayMs={searchDelayMs}
          placeholder="Search members..."
          className="w-full sm:w-64"
        />
        <p role="status" className="tabular min-h-5 text-ink-muted text-sm">
          {isLoaded && memberCount(found.length)}
        </p>
      </div>
      <Table label="Members">
        <TableHead>
          <TableHeader>Member</TableHeader>
          <TableHeader className="@max-3xl:hidden">Member Since</TableHeader>
          <TableHeader className="@max-2xl:hidden">Last Active</TableHeader>
          <TableHeader>
            <span className="inline-flex items-center gap-0.5">
              Role
              <RolesHelp />
            </span>
          </TableHeader>
          {mayManage && (
            <TableHeader className="w-12">
              <span className="sr-only">Actions</span>
            </TableHeader>
          )}
        </TableHead>
        <TableBody>
          {isLoaded ? (
            found.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                mayManage={mayManage}
                onRemove={() => setLeaving(member)}
              />
            ))
          ) : (
            <TableSkeleton columnCount={mayManage ? 5 : 4} rowCount={members.length} />
          )}
        </TableBody>
      </Table>
      {isLoaded && found.length === 0 && (
        <p className="border-line border-t px-5 py-10 text-center text-ink-muted text-sm">
          No members found
        </p>
      )}
      <AddMemberDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        members={members}
        invitations={invitations}
      />
      <RemoveMemberDialog member={leaving} onClose={() => setLeaving(null)} />
    </Card>
  );
}
