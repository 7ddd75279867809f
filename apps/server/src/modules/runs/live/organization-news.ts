import type { OrganizationPart } from '@parley/contract';

/** News about an organization, sent between processes (`organizationTopic`). */
export type OrganizationNews =
  | { kind: 'run'; runId: string }
  | { kind: 'members-changed' }
  | { kind: 'changed'; part: OrganizationPart; tab?: string };
