import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#/lib/query-client.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { AlertRecipientScreen } from './alert-recipient-screen.tsx';

const read = 'GET /internal/v1/alert-recipients';
const answer = 'POST /internal/v1/alert-recipients';
const asked = { email: 'ops@elsewhere.test', organization: 'Acme', answer: null };

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['Confirm', 'confirmed', 'Alerts confirmed'],
  ['Decline', 'declined', 'Alerts declined'],
])('answers the mail by “%s”, and changes nothing before', async (button, given, title) => {
  const network = fakeNetwork({ [read]: { json: asked }, [answer]: { status: 204 } });
  renderPage(() => <AlertRecipientScreen token="t" declines={false} />);
  const choice = await screen.findByRole('button', { name: button });
  expect(network.count(answer)).toBe(0);
  fireEvent.click(choice);
  expect(await screen.findByText(title)).toBeDefined();
  expect(network.requests.map(({ body }) => body)).toContainEqual({ token: 't', answer: given });
});

it('says that a link is not valid', async () => {
  fakeNetwork({ [read]: { status: 401, json: { error: { code: 'invalid_token', message: '' } } } });
  renderPage(() => <AlertRecipientScreen token="t" declines />);
  expect(await screen.findByText('This link is not valid')).toBeDefined();
});
