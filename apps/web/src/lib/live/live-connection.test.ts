import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAuthStore } from '../session/auth-store.ts';
import { nora } from '../testing/people.ts';

/** A WebSocket that connects but never receives anything. */
class Socket {
  static opened: Socket[] = [];
  isClosed = false;

  constructor() {
    Socket.opened.push(this);
  }

  close() {
    this.isClosed = true;
  }
}

beforeEach(() => vi.stubGlobal('WebSocket', Socket));
afterEach(() => vi.unstubAllGlobals());

it('lets go of the live socket when another user comes, and not when one is read again', async () => {
  const { live } = await import('./live-connection.ts');
  useAuthStore.setState({ user: nora });
  live.watchOrganization({ organizationId: 'o1' });
  useAuthStore.setState({ user: { ...nora, name: 'Nora L.' } });
  expect(Socket.opened.map(({ isClosed }) => isClosed)).toEqual([false]);
  useAuthStore.setState({ user: { ...nora, id: 'u2' } });
  expect(Socket.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
});
