/** The guided tours. A new one is an entry here; places on a page carry `data-tour="name"`. */
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
 * What must be on screen: the page of a suite, or a project (or suite) of one platform. The
 * instruction tells how to get there.
 */
export interface RequiredContext {
  kind: 'suite' | 'project';
  platform?: Platform;
  instruction: string;
}

export interface TourStep {
  /** The `data-tour` that it points at; without one it stands in the middle. */
  place?: string;
  title: string;
  text: string;
  /** Shown only on this kind of page. */
  on?: 'suite' | 'project';
  /** Shown only on a screen of this width. */
  width?: 'wide' | 'narrow';
}

export interface Tour {
  id: TourId;
  title: string;
  event: UsageEvent;
  targetPage?: '/projects' | '/devices';
  requiredContext?: RequiredContext;
  /** Which tour takes its place on a suite of this platform. */
  byPlatform?: Record<Platform, TourId>;
  steps: readonly TourStep[];
}

const toolbar: TourStep = {
  on: 'project',
  place: 'suite-toolbar',
  title: 'Find a suite',
  text: 'Search by name, show one platform only, or switch between cards and a table.',
};

const newSuite: TourStep = {
  on: 'project',
  place: 'new-suite',
  title: 'Add a suite',
  text: 'A suite holds the tests of one bot. It starts with a test that you can run at once.',
};

const tests: TourStep = {
  on: 'suite',
  place: 'suite-tests',
  title: 'One test, one conversation',
  text: 'Tests run side by side, each in a conversation of its own. Drag them into order, or skip one for now.',
};

const run: TourStep = {
  on: 'suite',
  place: 'run-suite',
  title: 'Run it',
  text: 'Watch the conversation while it happens: green steps matched, red ones show what came instead.',
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
        text: 'A short look around. Use the arrow keys, and leave with Escape whenever you like.',
      },
      {
        width: 'narrow',
        place: 'sidebar-toggle',
        title: 'The main pages',
        text: 'Everything starts behind this button: your projects, help and your organization too.',
      },
      {
        width: 'wide',
        place: 'main-menu',
        title: 'The main pages',
        text: 'Everything starts here. Ctrl+B or Cmd+B folds the sidebar to make room for work.',
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
        text: 'The documentation, these tours, and a line to us if something is missing.',
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
        text: 'Your account, light or dark, support, and the way out.',
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
        title: 'Projects keep suites together',
        text: 'Make one for each bot or phone line, with sub-projects for its topics.',
      },
      {
        place: 'new-project',
        title: 'Create a project',
        text: 'Give it a name; while you type we check that it is free.',
      },
      {
        place: 'project-toolbar',
        title: 'Search and sort',
        text: 'Narrow the list by name, or put first what changed last.',
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
        title: 'Who the tester is',
        text: 'A virtual device is a visitor with a browser and a language, or a caller with a number and a voice.',
      },
      {
        place: 'new-device',
        title: 'Create a device',
        text: 'Choose its platform, then say who it is and how many conversations it holds at once.',
      },
      {
        place: 'device-toolbar',
        title: 'Find one',
        text: 'Search by name, or show one platform only.',
      },
      {
        place: 'device-list',
        title: 'Open it',
        text: 'Its page has the settings, the suites that use it, and what it is doing now.',
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
        text: 'A phone suite describes a call: what the line says, and which keys or words answer it.',
      },
      toolbar,
      newSuite,
      tests,
      {
        on: 'suite',
        place: 'suite-steps',
        title: 'Prompts and answers',
        text: 'Write what the caller says or which keys are pressed, and the prompt that must follow.',
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
        text: 'A webchat suite talks to your bot as a visitor would, and checks each answer.',
      },
      toolbar,
      newSuite,
      tests,
      {
        on: 'suite',
        place: 'suite-steps',
        title: 'Messages and answers',
        text: 'Write what the visitor sends and what the bot must answer: its text, its buttons, its speed.',
      },
      run,
    ],
  },
];

export function findTour(id: string): Tour | undefined {
  return tours.find((tour) => tour.id === id);
}
