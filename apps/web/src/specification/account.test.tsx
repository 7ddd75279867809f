/** Tests what users can change about themselves on /account. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { nora } from '#/lib/testing/people.ts';
import {
  closeDashboard,
  openDashboard,
  pathNow,
  press,
  type,
  userPath,
} from './open-dashboard.tsx';

afterEach(closeDashboard);

it('[A-297] name and job title are saved', async () => {
  const update = `PUT ${userPath}`;
  const saved = { ...nora, name: 'Nora Berg', jobTitle: 'Tester' };
  const network = await openDashboard('/account', { answers: { [update]: { json: saved } } });
  type('Full name', ' Nora Berg ');
  type('Job title', 'Tester');
  press('Save profile');
  await waitFor(() => expect(network.count(update)).toBe(1));
  const sent = network.requests.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({ name: 'Nora Berg', jobTitle: 'Tester' });
  expect(await screen.findByRole('button', { name: 'User menu of Nora Berg' })).toBeDefined();
});

it('[A-299] the account is deleted after a question, and its owner signed out', async () => {
  const remove = 'DELETE /users/u1';
  const answers = {
    [remove]: { status: 204 },
    [`GET ${userPath}/proof`]: { json: { method: 'password', isRecent: true } },
  };
  const network = await openDashboard('/account', { answers });
  press('Delete my account');
  const question = within(await screen.findByRole('alertdialog'));
  expect(network.count(remove)).toBe(0);
  fireEvent.click(question.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(pathNow()).toBe('/signin'));
  expect(network.count(remove)).toBe(1);
});
