/** Roles that an administrator can assign, with their permissions in words. */
import type { Role } from '@parley/contract';

export type AssignableRole = Exclude<Role, 'owner'>;

interface RoleText {
  title: string;
  summary: string;
  abilities: readonly string[];
}

export const assignableRoles = ['admin', 'member'] as const satisfies readonly AssignableRole[];

export const defaultRole: AssignableRole = 'member';

export const roleTexts: Record<AssignableRole, RoleText> = {
  admin: {
    title: 'Administrator',
    summary: 'Full access to manage organization settings and members.',
    abilities: [
      'Manage members and invitations',
      'Create and manage test suites',
      'Configure virtual devices',
      'Access all reports and analytics',
    ],
  },
  member: {
    title: 'Member',
    summary: 'Standard access to testing features.',
    abilities: [
      'Create and edit test suites',
      'Run tests and view reports',
      'Create and manage virtual devices',
      'Access shared resources',
    ],
  },
};

export const roleOptions = assignableRoles.map((role) => ({
  value: role,
  label: roleTexts[role].title,
}));
