import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { type FakeNetwork, fakeNetwork } from '#/lib/testing/fake-network.ts';
import { nora } from '#/lib/testing/people.ts';
import type { TrackDetail } from '#/lib/track.ts';
import { toastStore } from '#/ui/toast.ts';
import { closeFeedback, openFeedback, submitFeedback, useFeedback } from './feedback-store.ts';

const request = 'POST /internal/v1/helpers/feedback';

let network: FakeNetwork;
let events: string[];
const listen = (event: Event) => events.push((event as CustomEvent<TrackDetail>).detail.event);

beforeEach(() => {
  network = fakeNetwork();
  events = [];
  useAuthStore.setState({ user: nora });
  useFeedback.setState({ isOpen: true, text: '', phase: 'idle' });
  toastStore.setState({ toast: null });
  window.addEventListener('parley:track', listen);
});

afterEach(() => {
  window.removeEventListener('parley:track', listen);
  vi.unstubAllGlobals();
});

const toast = () => toastStore.getState().toast;

describe('feedback', () => {
  it.each(['', '  \n '])('[S-206, S-268] of nothing but space is refused', async (text) => {
    useFeedback.setState({ text });
    await submitFeedback('/projects');
    expect(network.requests).toEqual([]);
    expect(toast()).toMatchObject({
      variant: 'destructive',
      title: 'Feedback is empty',
      description: 'Please provide some feedback before submitting.',
    });
  });

  it('[S-158, S-258] is sent with who, when and where', async () => {
    network.answer(request, { status: 204 });
    useFeedback.setState({ text: 'More keyboard shortcuts, please.' });
    const before = new Date().toISOString();
    await submitFeedback('/history');
    const [{ body } = { body: undefined }] = network.requests;
    const { timestamp } = body as { timestamp: string };
    expect([before, timestamp, new Date().toISOString()].toSorted()[1]).toBe(timestamp);
    expect(body).toEqual({
      userName: 'Nora Lind',
      email: 'nora@acme.test',
      feedback: 'More keyboard shortcuts, please.',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      path: '/history',
    });
  });

  it('[S-134, S-136, S-271] that is sent is cleared and closed, and says thanks', async () => {
    network.answer(request, { status: 204 });
    useFeedback.setState({ text: 'More keyboard shortcuts, please.' });
    expect(useFeedback.getState().phase).toBe('idle');
    const sending = submitFeedback('/history');
    expect(useFeedback.getState().phase).toBe('sending');
    await sending;
    expect(useFeedback.getState()).toEqual({ isOpen: false, text: '', phase: 'success' });
    openFeedback();
    expect(useFeedback.getState()).toEqual({ isOpen: true, text: '', phase: 'idle' });
    expect(toast()).toMatchObject({
      title: 'Feedback submitted',
      description: 'Thank you for helping us improve our dashboard!',
    });
  });

  it('[S-134, S-137, S-269, S-270] that fails stays with its text, says so and is tracked', async () => {
    network.answer(request, { status: 500 });
    useFeedback.setState({ text: 'Hello' });
    const sending = submitFeedback('/projects');
    expect(useFeedback.getState().phase).toBe('sending');
    await sending;
    expect(useFeedback.getState()).toEqual({ isOpen: true, text: 'Hello', phase: 'failure' });
    expect(toast()).toMatchObject({
      title: 'Submission failed',
      description: "We couldn't send your feedback. Please try again later.",
    });
    expect(events).toEqual(['feedback_failed']);
  });

  it('is not sent twice by a second press', async () => {
    network.answer(request, { status: 204 });
    useFeedback.setState({ text: 'Hello' });
    await Promise.all([submitFeedback('/projects'), submitFeedback('/projects')]);
    expect(network.count(request)).toBe(1);
  });

  it('is not sent twice by opening the form anew, and leaves what is typed there meanwhile', async () => {
    const asked = Promise.withResolvers<Response>();
    network.answer(request, () => asked.promise);
    useFeedback.setState({ text: 'Hello' });
    const sending = submitFeedback('/projects');
    closeFeedback();
    openFeedback();
    await submitFeedback('/projects');
    useFeedback.setState({ text: 'Something else' });
    asked.resolve(new Response(null, { status: 204 }));
    await sending;
    expect(network.count(request)).toBe(1);
    expect(useFeedback.getState()).toMatchObject({ isOpen: true, text: 'Something else' });
  });

  it('of somebody who signs out is not left to the next', () => {
    useFeedback.setState({ text: 'Between us' });
    useAuthStore.setState({ user: null });
    expect(useFeedback.getState()).toEqual({ isOpen: false, text: '', phase: 'idle' });
  });

  it.each([204, 500])(
    'of somebody who signed out is not answered to the next: %i',
    async (status) => {
      const asked = Promise.withResolvers<Response>();
      network.answer(request, () => asked.promise);
      useFeedback.setState({ text: 'Between us' });
      const sending = submitFeedback('/projects');
      useAuthStore.setState({ user: null });
      useAuthStore.setState({ user: { ...nora, id: 'next' } });
      asked.resolve(new Response(null, { status }));
      await sending;
      expect(toast()).toBeNull();
      expect(useFeedback.getState()).toEqual({ isOpen: false, text: '', phase: 'idle' });
    },
  );

  it('keeps a draft when the form is closed', () => {
    useFeedback.setState({ text: 'Half a th' });
    closeFeedback();
    openFeedback();
    expect(useFeedback.getState().text).toBe('Half a th');
  });
});
