/** Roles and their permissions, in one table. A role that is not listed has no permissions. */
export const roles = ['owner', 'admin', 'member'] as const;

export type Role = (typeof roles)[number];

export const permissions = {
  'organization.read': ['owner', 'admin', 'member'],
  'organization.manage': ['owner', 'admin'],
  'singleSignOn.manage': ['owner'],
  'billing.manage': ['owner', 'admin'],
  'members.manage': ['owner', 'admin'],
  'projects.read': ['owner', 'admin', 'member'],
  'projects.write': ['owner', 'admin', 'member'],
  'environments.read': ['owner', 'admin', 'member'],
  'environments.write': ['owner', 'admin'],
  'devices.read': ['owner', 'admin', 'member'],
  'devices.write': ['owner', 'admin', 'member'],
  'suites.read': ['owner', 'admin', 'member'],
  'suites.write': ['owner', 'admin', 'member'],
  'alerts.manage': ['owner', 'admin'],
  'runs.read': ['owner', 'admin', 'member'],
  'runs.start': ['owner', 'admin', 'member'],
  'spans.send': ['owner', 'admin', 'member'],
  'runs.override': ['owner', 'admin'],
  'judges.label': ['owner', 'admin', 'member'],
  'judges.manage': ['owner', 'admin'],
  'apiKeys.use': ['owner', 'admin', 'member'],
  'webhooks.manage': ['owner', 'admin'],
  'explorations.read': ['owner', 'admin', 'member'],
  'explorations.write': ['owner', 'admin', 'member'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function roleAllows(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
