/** Screens of projects, test suites and the editor. */
import type { Page } from '@playwright/test';
import type { Organizations } from './organizations.ts';
import {
  answering,
  button,
  item,
  type Screen,
  steps,
  tab,
  text,
  whileAway,
  whileWaiting,
} from './screen.ts';

const search = (words: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('searchbox').first().fill(words);
};

export function workScreens({ full, extreme }: Organizations): Screen[] {
  const projects = { as: 'full', path: '/projects' } as const;
  const suites = { as: 'full', path: `/projects/${full.projectId}` } as const;
  const editor = { as: 'full', path: `/test-suite/${full.suiteId}` } as const;
  const menu = /^Actions for Opening hours$/;
  return [
    { ...projects, name: 'projects', isWhole: true },
    {
      ...projects,
      name: 'projects-no-match',
      until: steps(search('zzz'), text('No projects match')),
    },
    { name: 'projects-empty', as: 'empty', path: '/projects' },
    { name: 'projects-long-names', as: 'extreme', path: '/projects' },
    { ...projects, name: 'projects-loading', until: whileWaiting(/internal.*\/projects(\?|$)/) },
    {
      ...projects,
      name: 'projects-error',
      until: whileAway(/internal.*\/projects(\?|$)/),
    },
    { ...projects, name: 'project-new', until: button('New project') },
    { ...projects, name: 'project-edit', until: item('Actions for Bank', 'Rename or describe') },
    { ...projects, name: 'project-delete', until: item('Actions for Bank', 'Delete') },
    { ...projects, name: 'project-delete-empty', until: item('Actions for Empty', 'Delete') },
    {
      name: 'all-suites-views',
      as: 'full',
      path: '/suites?state=failing',
      until: button('Views'),
    },
    {
      name: 'all-suites-save-view',
      as: 'full',
      path: '/suites?state=failing',
      until: item('Views', 'Save as new view…'),
    },
    { ...suites, name: 'suites' },
    { name: 'suites-empty', as: 'full', path: `/projects/${full.emptyProjectId}` },
    {
      ...suites,
      name: 'suites-no-match',
      until: steps(search('zzz'), text('No test suites match')),
    },
    {
      ...suites,
      name: 'suites-many-found',
      until: steps(
        answering<{ pagination: object }>(/testsuites\/list/, (found) => ({
          ...found,
          pagination: { ...found.pagination, total: 200, isLowerBound: true },
        })),
        text(/more than/),
      ),
    },
    { name: 'suites-long-names', as: 'extreme', path: `/projects/${extreme.projectId}` },
    { ...suites, name: 'suites-loading', until: whileWaiting(/testsuites\/list/) },
    { ...suites, name: 'suites-error', until: whileAway(/testsuites\/list/) },
    { ...suites, name: 'suite-new', until: button('New test suite') },
    { ...suites, name: 'suite-menu', until: button(menu) },
    { ...suites, name: 'suite-rename', until: item(menu, 'Rename') },
    { ...suites, name: 'suite-details', until: item(menu, 'Edit details') },
    { ...suites, name: 'suite-move', until: item(menu, 'Move to another project') },
    {
      ...suites,
      name: 'suite-move-error',
      until: steps(whileAway(/\/projects(\?|$)/), item(menu, 'Move to another project')),
    },
    { ...suites, name: 'suite-delete', until: item(menu, 'Delete') },
    {
      ...suites,
      name: 'suite-schedule',
      until: steps(item(menu, 'Monitoring schedule'), text(/In 30 days/)),
    },
    {
      ...suites,
      name: 'suite-schedule-custom',
      until: steps(
        item(menu, 'Monitoring schedule'),
        (page) => page.getByRole('radio', { name: 'Custom' }).check({ force: true }),
        text('Monday through Friday'),
        text(/In 30 days/),
      ),
    },
    { ...suites, name: 'suites-table', until: (page) => page.getByTitle('Table').click() },
    {
      name: 'suites-table-long-names',
      as: 'extreme',
      path: `/projects/${extreme.projectId}`,
      until: (page) => page.getByTitle('Table').click(),
    },
    { ...editor, name: 'suite-editor' },
    { name: 'suite-editor-long-names', as: 'extreme', path: `/test-suite/${extreme.suiteId}` },
    { ...editor, name: 'suite-editor-loading', until: whileWaiting(/testsuites\/[^/]+$/) },
    {
      ...editor,
      name: 'suite-editor-changed',
      until: async (page) => {
        await page.getByRole('button', { name: 'Add step' }).click();
        await page.keyboard.type('Good bye');
      },
    },
    { ...editor, name: 'suite-step-menu', until: button('Actions for step 1') },
    {
      ...editor,
      name: 'suite-step-settings',
      until: item('Actions for step 1', 'Label, branches and settings'),
    },
    {
      name: 'suite-editor-failed',
      as: 'full',
      path: `/test-suite/${full.failingSuiteId}`,
      isWhole: true,
    },
    { name: 'suite-running', as: 'full', path: `/test-suite/${full.slowSuiteId}` },
    { ...editor, name: 'suite-yaml', until: tab('YAML') },
    {
      ...editor,
      name: 'suite-yaml-problems',
      until: async (page) => {
        await tab('YAML')(page);
        await page.getByRole('textbox', { name: 'Text of the test suite' }).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type('- oops: [');
        await text(/^Line/)(page);
      },
    },
    { ...editor, name: 'suite-connection', until: tab('Connection'), isWhole: true },
    {
      name: 'suite-renaming',
      as: 'full',
      path: `/test-suite/${full.renamingSuiteId}?view=connection`,
      isAnew: true,
      until: async (page) => {
        const field = page.getByRole('textbox', { name: 'Row name' }).first();
        await field.fill('premium');
        await field.blur();
        await page.getByRole('button', { name: 'Remove row premium' }).scrollIntoViewIfNeeded();
      },
    },
    {
      ...editor,
      name: 'suite-same-names',
      isWhole: true,
      until: async (page) => {
        await tab('Connection')(page);
        for (const place of ['1', '2']) {
          await button('Add variable')(page);
          await page
            .getByRole('textbox', { name: `Name ${place}` })
            .last()
            .fill('city');
        }
        await text('This name is already used')(page);
      },
    },
    { name: 'suite-unknown', as: 'full', path: '/test-suite/unknown' },
    { ...editor, name: 'suite-error', until: whileAway(/testsuites\/[^/]+$/) },
    { ...suites, name: 'suite-clone', until: item(menu, 'Clone into another project') },
    {
      ...projects,
      name: 'project-sub',
      until: steps(item('Actions for Bank', 'New sub-project'), (page) =>
        page.getByRole('dialog').waitFor(),
      ),
    },
  ];
}
