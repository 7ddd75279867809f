import type { OrganizationPart } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { readAgain } from '#/lib/list-cache.ts';
import { live } from '#/lib/live/live-connection.ts';
import { reloadOrganization } from '#/lib/session/org-store.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { leaveLostOrganization } from './organization/change-organization.ts';

/** Milliseconds for which changes are batched. */
const gatherMs = 300;

/** Reloads data that others changed, or this user in another tab. A hidden page waits until it is visible. */
export function OrganizationNews() {
  const scope = useScope();
  const navigate = useNavigate();
  useEffect(() => followOrganization(scope, () => navigate({ to: '/' })), [scope, navigate]);
  return null;
}

function followOrganization(scope: OrganizationScope, goHome: () => Promise<void>): () => void {
  const old = new Set<OrganizationPart>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function readSoon(): void {
    clearTimeout(timer);
    if (old.size > 0 && !document.hidden) timer = setTimeout(read, gatherMs);
  }

  function read(): void {
    for (const part of old) {
      if (part === 'organization') readOrganization(goHome);
      else void readAgain(scope, part);
    }
    old.clear();
  }

  const stop = live.watchOrganization({
    organizationId: scope.orgId,
    hasHeardNothing: true,
    onChanged(part) {
      old.add(part);
      readSoon();
    },
  });
  document.addEventListener('visibilitychange', readSoon);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', readSoon);
    stop();
  };
}

function readOrganization(goHome: () => Promise<void>): void {
  reloadOrganization()
    .catch(async (error: unknown) => {
      if (!isUnknown(error)) throw error;
      if (await leaveLostOrganization()) await goHome();
    })
    .catch((error: unknown) => {
      console.warn('Failed to reload the organization.', error);
    });
}
