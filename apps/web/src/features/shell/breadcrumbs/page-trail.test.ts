import { expect, it } from 'vitest';
import { Route } from '#/routes/test-suites.tsx';

it('[S-012] the address of old that leads on to the projects is called Test Suites', () => {
  expect(Route.options.staticData?.trail).toEqual([{ label: 'Test Suites' }]);
});
