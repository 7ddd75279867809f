import { organizations as endpoints, type Organization, type User } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call, setApiBase } from '../api.ts';
import { useAuthStore } from './auth-store.ts';
import { markLoaded } from './session-flag.ts';

export interface OrgState {
  /** All organizations of the user, sorted by name. */
  organizations: { id: string; name: string }[];
  currentOrganization: Organization | null;
  isLoading: boolean;
  error: string | null;
}

const empty: OrgState = {
  organizations: [],
  currentOrganization: null,
  isLoading: false,
  error: null,
};

/** The user's organizations. The list and the current organization are persisted under `org`. */
export const useOrgStore = create<OrgState>()(
  persist((): OrgState => empty, {
    name: 'org',
    partialize: ({ organizations, currentOrganization }) => ({
      organizations,
      currentOrganization,
    }),
  }),
);

/** Number of the latest request. Responses to earlier requests are dropped. */
let lastRead = 0;
let lastWish = 0;

export function clearOrganizations(): void {
  useOrgStore.setState(empty);
  setApiBase(null);
}

/**
 * Reloads the list and the current organization. That is the only one that the session can open, or the stored one if the
 * user still belongs to it, or the server's default.
 */
export async function loadOrganizations(): Promise<void> {
  const { id: userId, providerOrganizationId } = signedInUser();
  useOrgStore.setState({ isLoading: true, error: null });
  try {
    const currentId = currentOrganizationId();
    const wantedId = providerOrganizationId ?? currentId;
    const current = fetchOrganization(userId, wantedId ?? 'default');
    // Ignore a failure here: only the list tells if this organization is needed at all.
    current.catch(() => {});
    const list = await call(endpoints.listOrganizations, { params: { userId } });
    const organizations = list
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name));
    const isGone = wantedId && !organizations.some(({ id }) => id === wantedId);
    const currentOrganization =
      organizations.length === 0
        ? null
        : await (isGone ? fetchOrganization(userId, 'default') : current);
    useOrgStore.setState({ organizations });
    // If the user has switched to another organization meanwhile, keep that one.
    if (currentOrganizationId() === currentId) replaceOrganization(currentOrganization);
    markLoaded();
  } catch (error) {
    useOrgStore.setState({ error: 'Failed to load organizations' });
    throw error;
  } finally {
    useOrgStore.setState({ isLoading: false });
  }
}

/** Reloads the current organization after a screen has changed it. A response that arrives after a switch is not stored. */
export async function reloadOrganization(): Promise<Organization> {
  const userId = signedInUser().id;
  const currentId = currentOrganizationId();
  const read = ++lastRead;
  const organization = await fetchOrganization(userId, currentId ?? 'default');
  if (currentOrganizationId() === currentId && read === lastRead) replaceOrganization(organization);
  return organization;
}

/** Refreshes the organization in the background. Stores the result only if the status of the subscription changed. */
export async function refreshOrganization(): Promise<void> {
  const current = useOrgStore.getState().currentOrganization;
  const userId = useAuthStore.getState().user?.id;
  if (!current || !userId) return;
  const fresh = await fetchOrganization(userId, current.id);
  const hasMoved = currentOrganizationId() !== current.id;
  if (hasMoved || fresh.subscription?.status === current.subscription?.status) return;
  replaceOrganization(fresh);
}

/**
 * Makes another organization current. A failure keeps the current one and sets `error`. If several calls overlap, the last
 * one wins, regardless of how long each takes.
 */
export async function switchOrganization(orgId: string): Promise<void> {
  if (typeof orgId !== 'string' || orgId.trim() === '') return refuse('Invalid organization ID');
  const userId = signedInUser().id;
  const wish = ++lastWish;
  try {
    const organization = await fetchOrganization(userId, orgId);
    if (wish !== lastWish) return;
    replaceOrganization(organization);
    useOrgStore.setState({ error: null });
    markLoaded();
  } catch (cause) {
    if (wish === lastWish) refuse('Failed to switch organization', cause);
  }
}

function refuse(error: string, cause?: unknown): never {
  useOrgStore.setState({ error });
  throw new Error(error, { cause });
}

function currentOrganizationId(): string | undefined {
  return useOrgStore.getState().currentOrganization?.id;
}

function replaceOrganization(currentOrganization: Organization | null): void {
  useOrgStore.setState({ currentOrganization });
  setApiBase(currentOrganization?.apiURL ?? null);
}

function signedInUser(): User {
  const { user } = useAuthStore.getState();
  return user?.id ? user : refuse('No authenticated user found');
}

/** Rejects if another user has signed in during the request. */
async function fetchOrganization(userId: string, orgId: string): Promise<Organization> {
  const organization = await call(endpoints.getOrganization, { params: { userId, orgId } });
  if (signedInUser().id !== userId) throw new Error('No authenticated user found');
  return organization;
}
