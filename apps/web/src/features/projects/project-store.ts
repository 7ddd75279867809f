/**
 * The projects of each organization, the selected project and the pinned ones. Persisted under `project-storage`. Lists are
 * kept per organization, so that one organization never shows the projects of another.
 */
import { type BodyInput, projects as endpoints, type Project } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { call } from '#/lib/api.ts';
import { whenOutdated } from '#/lib/list-cache.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { steadyReads } from '#/lib/steady-reads.ts';
import { registerStored, storedListsMs } from '#/lib/stored-lists.ts';
import { byName, type ProjectSort } from './project-order.ts';

export const pinsMax = 5;

const storageKey = 'project-storage';

export interface PinnedProject {
  organizationId: string;
  projectId: string;
}

type ProjectInput = BodyInput<typeof endpoints.createProject>;
type ProjectChange = BodyInput<typeof endpoints.updateProject>;

export interface ProjectState {
  /** Projects by organization, each list sorted by name. */
  projects: Record<string, Project[]>;
  /** Time at which each organization's list was loaded, in milliseconds since 1970. */
  fetchedAt: Record<string, number>;
  currentProject: Project | null;
  selectedProjectId: string | null;
  search: string;
  sort: ProjectSort;
  pinned: PinnedProject[];
  /** All projects with their parents, by organization. Cached until a project changes; not persisted. */
  hierarchy: Record<string, Project[]>;
  isLoading: boolean;
  error: string | null;
}

interface ProjectActions {
  /** Loads the projects. Cached ones are reused for 2 minutes unless `isForced` is true. */
  fetchProjects(scope: OrganizationScope, options?: { isForced?: boolean }): Promise<void>;
  fetchHierarchy(scope: OrganizationScope): Promise<void>;
  createProject(scope: OrganizationScope, input: ProjectInput): Promise<Project | null>;
  updateProject(
    scope: OrganizationScope,
    projectId: string,
    change: ProjectChange,
  ): Promise<Project | null>;
  deleteProject(scope: OrganizationScope, projectId: string): Promise<boolean>;
  selectProject(project: Project | null): void;
  setSearch(search: string): void;
  setSort(sort: ProjectSort): void;
  /** @returns false if the project is already pinned or the organization already has 5 pins */
  pin(pinned: PinnedProject): boolean;
  unpin(pinned: PinnedProject): void;
}

const nothingLoaded = {
  projects: {},
  fetchedAt: {},
  currentProject: null,
  selectedProjectId: null,
  search: '',
  hierarchy: {},
  isLoading: false,
  error: null,
} as const satisfies Partial<ProjectState>;

export const useProjectStore = create<ProjectState & ProjectActions>()(
  persist(
    (set, get) => ({
      ...nothingLoaded,
      sort: 'name',
      pinned: [],

      fetchProjects: async (scope, { isForced = false } = {}) => {
        if (!isForced && isFresh(get(), scope.orgId)) return;
        set({ isLoading: true, error: null });
        try {
          set(withList(scope.orgId, await readList(scope)));
        } catch (error) {
          set({ error: messageOr(error, 'Failed to load projects') });
        } finally {
          set({ isLoading: reading.size > 0 });
        }
      },

      fetchHierarchy: async (scope) => {
        if (get().hierarchy[scope.orgId]) return;
        set({ error: null });
        try {
          const ask = () => call(endpoints.getProjectHierarchy, { params: scope });
          const { flatProjects } = await reads.read(ask);
          set((state) => ({
            hierarchy: { ...state.hierarchy, [scope.orgId]: flatProjects.toSorted(byName) },
            pinned: pinsAmong(state.pinned, scope.orgId, flatProjects),
          }));
        } catch (error) {
          set({ error: messageOr(error, 'Failed to load project hierarchy') });
        }
      },

      createProject: async (scope, input) => {
        set({ error: null });
        try {
          const project = await postProject(scope, input);
          reads.noteChange();
          set(withProject(scope.orgId, project));
          return project;
        } catch (error) {
          set({ error: messageOr(error, 'Failed to create project') });
          return null;
        }
      },

      updateProject: async (scope, projectId, body) => {
        set({ error: null });
        try {
          const params = { ...scope, projectId };
          const project = await call(endpoints.updateProject, { params, body });
          reads.noteChange();
          set(withProject(scope.orgId, project));
          return project;
        } catch (error) {
          set({ error: messageOr(error, 'Failed to update project') });
          return null;
        }
      },

      deleteProject: async (scope, projectId) => {
        set({ error: null });
        try {
          await call(endpoints.deleteProject, { params: { ...scope, projectId } });
          reads.noteChange();
          set(withoutProject(scope.orgId, projectId));
          return true;
        } catch (error) {
          set({ error: messageOr(error, 'Failed to delete project') });
          return false;
        }
      },

      selectProject: (project) =>
        set({ currentProject: project, selectedProjectId: project?.id ?? null }),
      setSearch: (search) => set({ search }),
      setSort: (sort) => set({ sort }),

      pin: (pinned) => {
        const pins = pinsOf(get(), pinned.organizationId);
        if (pins.length >= pinsMax || pins.includes(pinned.projectId)) return false;
        set((state) => ({ pinned: [...state.pinned, pinned] }));
        return true;
      },
      unpin: (pinned) => set((state) => ({ pinned: state.pinned.filter(isOther(pinned)) })),
    }),
    {
      name: storageKey,
      partialize: ({
        projects,
        fetchedAt,
        currentProject,
        selectedProjectId,
        search,
        sort,
        pinned,
      }) => ({ projects, fetchedAt, currentProject, selectedProjectId, search, sort, pinned }),
    },
  ),
);

whenOutdated('projects', (scope) =>
  useProjectStore.getState().fetchProjects(scope, { isForced: true }),
);

registerStored((orgId) => {
  const state = useProjectStore.getState();
  return isFresh(state, orgId) ? state.fetchedAt[orgId] : undefined;
});

// The next user of this browser finds the pins, which are only ids, but no names.
useAuthStore.subscribe(({ user }) => {
  if (!user) useProjectStore.setState(nothingLoaded);
});

// Every tab persists the whole state. Without the pins from other tabs, it would undo them.
addEventListener('storage', ({ key }) => {
  if (key === storageKey) void followPins();
});

async function followPins(): Promise<void> {
  const stored = await useProjectStore.persist.getOptions().storage?.getItem(storageKey);
  const pinned = stored?.state.pinned;
  // Setting the state persists it, which notifies the other tabs. Unchanged pins must not do that, or tabs would notify each
  // other forever.
  if (!pinned || JSON.stringify(pinned) === JSON.stringify(useProjectStore.getState().pinned))
    return;
  useProjectStore.setState({ pinned });
}

/** Ids of an organization's pinned projects, in the order of pinning. */
export function pinsOf({ pinned }: Pick<ProjectState, 'pinned'>, orgId: string): string[] {
  return pinned.flatMap((pin) => (pin.organizationId === orgId ? [pin.projectId] : []));
}

/** Marks an organization's project list as outdated after a change. It is reloaded when it is next needed. */
export function outdateProjects(orgId: string): void {
  reads.noteChange();
  useProjectStore.setState(({ fetchedAt }) => ({ fetchedAt: without(fetchedAt, orgId) }));
}

function isFresh({ projects, fetchedAt }: ProjectState, orgId: string): boolean {
  const at = fetchedAt[orgId];
  return projects[orgId] !== undefined && at !== undefined && Date.now() - at < storedListsMs;
}

const reads = steadyReads();

/** Pending requests by organization, because the sidebar and the dashboard request the list at the same moment. */
const reading = new Map<string, Promise<Project[]>>();

function readList(scope: OrganizationScope): Promise<Project[]> {
  const underWay = reading.get(scope.orgId);
  if (underWay) return underWay;
  const read = reads
    .read(() => call(endpoints.listProjects, { params: scope, query: {} }))
    .then((answer) => (Array.isArray(answer) ? answer : answer.items))
    .finally(() => reading.delete(scope.orgId));
  reading.set(scope.orgId, read);
  return read;
}

function postProject(scope: OrganizationScope, input: ProjectInput): Promise<Project> {
  if (!input.parentProjectId) return call(endpoints.createProject, { params: scope, body: input });
  const params = { ...scope, projectId: input.parentProjectId };
  return call(endpoints.createSubproject, { params, body: input });
}

/** Stores a loaded list. Drops pins of projects that are no longer in it. */
function withList(orgId: string, list: Project[]) {
  return (state: ProjectState): Partial<ProjectState> => {
    return {
      projects: { ...state.projects, [orgId]: list.toSorted(byName) },
      fetchedAt: { ...state.fetchedAt, [orgId]: Date.now() },
      hierarchy: without(state.hierarchy, orgId),
      pinned: pinsAmong(state.pinned, orgId, list),
    };
  };
}

/** Keeps the pins of other organizations, whose projects are unknown at this point. */
function pinsAmong(pinned: PinnedProject[], orgId: string, list: Project[]): PinnedProject[] {
  const ids = new Set(list.map(({ id }) => id));
  return pinned.filter((pin) => pin.organizationId !== orgId || ids.has(pin.projectId));
}

/** Inserts a created or changed project at its position by name. */
function withProject(orgId: string, project: Project) {
  return (state: ProjectState): Partial<ProjectState> => {
    const others = (state.projects[orgId] ?? []).filter(({ id }) => id !== project.id);
    return {
      projects: { ...state.projects, [orgId]: [...others, project].sort(byName) },
      hierarchy: without(state.hierarchy, orgId),
      currentProject: state.currentProject?.id === project.id ? project : state.currentProject,
    };
  };
}

function withoutProject(orgId: string, projectId: string) {
  return (state: ProjectState): Partial<ProjectState> => {
    const list = (state.projects[orgId] ?? []).filter(({ id }) => id !== projectId);
    const wasSelected = state.selectedProjectId === projectId;
    return {
      projects: { ...state.projects, [orgId]: list },
      hierarchy: without(state.hierarchy, orgId),
      pinned: state.pinned.filter(isOther({ organizationId: orgId, projectId })),
      ...(wasSelected ? { currentProject: null, selectedProjectId: null } : {}),
    };
  };
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record;
  return rest;
}

function isOther(pinned: PinnedProject): (other: PinnedProject) => boolean {
  return (other) =>
    other.organizationId !== pinned.organizationId || other.projectId !== pinned.projectId;
}
