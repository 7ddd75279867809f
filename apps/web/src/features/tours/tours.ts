/** The guided tours. A new tour needs an entry. Targets on a page have the attribute `data-tour="name"`. */
import type { UsageEvent } from '#/lib/track.ts';

export type TourId =
  | 'dashboard-overview'
  | 'projects-feature'
  | 'virtual-devices'
  | 'test-and-monitor'
  | 'ivr-guide'
  | 'webchat-guide';

export type Platform = 'phone' | 'webchat';

/**
 * Page that a tour needs: the page of a suite, or of a project (or suite) of one platform. The instruction tells users how to
 * get there.
 */
export interface RequiredContext {
  kind: 'suite' | 'project';
  platform?: Platform;
  instruction: string;
}

export interface TourStep {
  /** `data-tour` of the element that the step points at. Without it, the step is centered. */
  place?: string;
  title: string;
  text: string;
  /** Only shown on this kind of page. */
  on?: 'suite' | 'project';
  /** Only shown on screens of this width. */
  width?: 'wide' | 'narrow';
}

export interface Tour {
  id: TourId;
  title: string;
  event: UsageEvent;
  targetPage?: '/projects' | '/devices';
  requiredContext?: RequiredContext;
  /** Tours that replace this one, by the suite's platform. */
  byPlatform?: Record<Platform, TourId>;
  steps: readonly TourStep[];
}

const toolbar: TourStep = {
  on: 'project',
  place: 'suite-toolbar',
  title: 'Find a suite',
  text: 'Search by name, filter by platform, or switch between cards and a table.',
};

const newSuite: TourStep = {
  on: 'project',
  place: 'new-suite',
  title: 'Add a suite',
  text: 'A suite contains the tests of one bot. It starts with a test that you can run right away.',
};

const tests: TourStep = {
  on: 'suite',
  place: 'suite-tests',
  title: 'One test, one conversation',
  text: 'Each test is a separate conversation. Drag tests to reorder them, or skip one.',
};

const run: TourStep = {
  on: 'suite',
  place: 'run-suite',
  title: 'Run it',
  text: 'Watch the conversation live. Green steps passed; red steps show the difference.',
};

export const tours: readonly Tour[] = [
  {
    id: 'dashboard-overview',
    title: 'Dashboard overview',
    event: 'tour_dashboard_overview',
    targetPage: '/projects',
    steps: [
      {
        title: 'Welcome to Parley',
        text: 'Take a short tour. Use the arrow keys, and press Escape to leave.',
      },
      {
        width: 'narrow',
        place: 'sidebar-toggle',
        title: 'The main pages',
        text: 'Open this menu for your projects, help and your organization.',
      },
      {
        width: 'wide',
        place: 'main-menu',
        title: 'The main pages',
        text: 'Everything starts here. Ctrl+B or Cmd+B collapses the sidebar.',
      },
      {
        width: 'wide',
        place: 'sidebar-projects',
        title: 'Your projects',
        text: 'Pin up to five to keep them on top, or search by name.',
      },
      {
        width: 'wide',
        place: 'help',
        title: 'Help',
        text: 'Documentation, guided tours and feedback.',
      },
      {
        width: 'wide',
        place: 'organization-switcher',
        title: 'Your organization',
        text: 'Switch between organizations, and manage the members of this one.',
      },
      {
        place: 'user-menu',
        title: 'You',
        text: 'Your account, theme, support and sign-out.',
      },
    ],
  },
  {
    id: 'projects-feature',
    title: 'Projects',
    event: 'tour_projects_feature',
    targetPage: '/projects',
    steps: [
      {
        title: 'Group suites in projects',
        text: 'Create one for each bot or phone line, with sub-projects for its topics.',
      },
      {
        place: 'new-project',
        title: 'Create a project',
        text: 'Enter a name. We check that it is available as you type.',
      },
      {
        place: 'project-toolbar',
        title: 'Search and sort',
        text: 'Filter by name, or sort by last change.',
      },
      {
        place: 'project-list',
        title: 'Open, pin, rename',
        text: 'A card opens its project. The menu in its corner has everything else.',
      },
    ],
  },
  {
    id: 'virtual-devices',
    title: 'Virtual devices',
    event: 'tour_virtual_devices',
    targetPage: '/devices',
    steps: [
      {
        title: 'Test as different users',
        text: 'A virtual device is a visitor with a browser and a language, or a caller with a number and a voice.',
      },
      {
        place: 'new-device',
        title: 'Create a device',
        text: 'Choose its platform, identity and number of simultaneous conversations.',
      },
      {
        place: 'device-toolbar',
        title: 'Find one',
        text: 'Search by name, or filter by platform.',
      },
      {
        place: 'device-list',
        title: 'Open it',
        text: 'Its page shows its settings, suites and current activity.',
      },
    ],
  },
  {
    id: 'test-and-monitor',
    title: 'Test and monitor',
    event: 'tour_test_and_monitor',
    targetPage: '/projects',
    requiredContext: {
      kind: 'suite',
      instruction: 'Open a test suite from one of your projects. The tour starts there.',
    },
    byPlatform: { phone: 'ivr-guide', webchat: 'webchat-guide' },
    steps: [tests, run],
  },
  {
    id: 'ivr-guide',
    title: 'IVR guide',
    event: 'tour_ivr_guide',
    requiredContext: {
      kind: 'project',
      platform: 'phone',
      instruction: 'Go to a project with phone or IVR suites. The tour starts there.',
    },
    steps: [
      {
        title: 'Testing a phone line',
        text: 'A phone suite describes a call: the prompts of the line, and the keys or words that answer them.',
      },
      toolbar,
      newSuite,
      tests,
      {
        on: 'suite',
        place: 'suite-steps',
        title: 'Prompts and answers',
        text: 'Enter the caller’s words or keys, and the prompt you expect next.',
      },
      run,
    ],
  },
  {
    id: 'webchat-guide',
    title: 'Webchat guide',
    event: 'tour_webchat_guide',
    requiredContext: {
      kind: 'project',
      platform: 'webchat',
      instruction: 'Go to a project with webchat suites. The tour starts there.',
    },
    steps: [
      {
        title: 'Testing a webchat',
        text: 'A webchat suite talks to your bot like a visitor and checks each reply.',
      },
      toolbar,
      newSuite,
      tests,
      {
        on: 'suite',
        place: 'suite-steps',
        title: 'Messages and replies',
        text: 'Enter the visitor’s messages and the replies you expect: text, buttons and latency.',
      },
      run,
    ],
  },
];

export function findTour(id: string): Tour | undefined {
  return tours.find((tour) => tour.id === id);
}
