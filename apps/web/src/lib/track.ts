/**
 * Usage events. Each is dispatched on `window` as `parley:track`, so that an installation's own analytics can listen. Parley
 * itself sends nothing. Names are snake_case: a noun and a past participle.
 */
export type UsageEvent =
  | 'feedback_failed'
  | 'invitation_deleted'
  | 'invitation_resent'
  | 'invite_attempted'
  | 'invite_failed'
  | 'invite_sent'
  | 'member_removed'
  | 'member_role_updated'
  | 'organization_switched'
  | 'sso_login'
  | `tour_${string}`;

export interface TrackDetail {
  event: UsageEvent;
  properties: Record<string, string>;
}

export function track(event: UsageEvent, properties: Record<string, string> = {}): void {
  const detail: TrackDetail = { event, properties };
  window.dispatchEvent(new CustomEvent('parley:track', { detail }));
}
