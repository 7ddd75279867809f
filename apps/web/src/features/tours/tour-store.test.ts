import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { nora } from '#/lib/testing/people.ts';
import type { TrackDetail } from '#/lib/track.ts';
import { toastStore } from '#/ui/toast.ts';
import type { TourContext } from './plan-tour.ts';
import { setTourContext, startTour, useTours } from './tour-store.ts';
import { tours } from './tours.ts';

// It is loaded lazily, and could render into a later test.
vi.mock('./run-tour.ts', () => ({ runTour: () => {} }));

let visited: string[];
let started: string[];
let events: string[];
const listen = (event: Event) => {
  const { event: name, properties } = (event as CustomEvent<TrackDetail>).detail;
  events.push(name);
  started.push(properties.tourId ?? '');
};

beforeEach(() => {
  vi.useFakeTimers();
  visited = [];
  started = [];
  events = [];
  useAuthStore.setState({ user: nora });
  useTours.setState({ context: null, pendingId: null });
  toastStore.setState({ toast: null });
  window.addEventListener('parley:track', listen);
});

afterEach(() => {
  window.removeEventListener('parley:track', listen);
  vi.useRealTimers();
});

const at = (pathname: string) => ({ pathname, goTo: (path: string) => void visited.push(path) });
const comeTo = (context: TourContext) => setTourContext(context, at('/somewhere'));
const toast = () => toastStore.getState().toast;
const wait = (ms: number) => vi.advanceTimersByTime(ms);

describe('a tour', () => {
  it('[S-198] with a target page goes there and starts 500 ms later', () => {
    startTour('dashboard-overview', at('/history'));
    expect(visited).toEqual(['/projects']);
    wait(499);
    expect(started).toEqual([]);
    wait(1);
    expect(started).toEqual(['dashboard-overview']);
  });

  it('starts at once on its target page', () => {
    startTour('dashboard-overview', at('/projects'));
    wait(0);
    expect(visited).toEqual([]);
    expect(started).toEqual(['dashboard-overview']);
  });

  it('[S-144, S-191, S-192, S-193] without its context waits, leads on and tells for 8 s what to do', () => {
    startTour('test-and-monitor', at('/history'));
    expect(useTours.getState().pendingId).toBe('test-and-monitor');
    expect(visited).toEqual(['/projects']);
    expect(toast()).toMatchObject({
      title: 'Action Required',
      description: expect.stringMatching(/open a test suite/i),
      durationMs: 8000,
    });
    wait(10_000);
    expect(started).toEqual([]);
  });

  it.each([
    ['test-and-monitor', { kind: 'project', platforms: ['phone', 'webchat'] }],
    ['ivr-guide', { kind: 'project', platforms: ['webchat'] }],
    ['ivr-guide', { kind: 'suite', platform: 'webchat' }],
    ['webchat-guide', { kind: 'project', platforms: [] }],
    ['webchat-guide', { kind: 'suite', platform: 'phone' }],
  ] as const)('[S-191, S-195] %s waits where %o is on screen', (id, context) => {
    comeTo(context);
    startTour(id, at('/projects'));
    wait(1000);
    expect(started).toEqual([]);
    expect(useTours.getState().pendingId).toBe(id);
  });

  it.each([
    ['ivr-guide', { kind: 'project', platforms: ['phone'] }],
    ['ivr-guide', { kind: 'suite', platform: 'phone' }],
    ['webchat-guide', { kind: 'project', platforms: ['phone', 'webchat'] }],
    ['webchat-guide', { kind: 'suite', platform: 'webchat' }],
  ] as const)('[S-191, S-195] %s starts where %o is on screen', (id, context) => {
    comeTo(context);
    startTour(id, at('/somewhere'));
    wait(0);
    expect(started).toEqual([id]);
    expect(toast()).toBeNull();
    expect(useTours.getState().pendingId).toBeNull();
  });

  it('[S-192] without its context stays where it is when it has no target page', () => {
    startTour('ivr-guide', at('/history'));
    expect(useTours.getState().pendingId).toBe('ivr-guide');
    expect(visited).toEqual([]);
  });

  it.each([
    ['test-and-monitor', /open a test suite from .*project/i],
    ['ivr-guide', /project with phone or IVR suites/i],
    ['webchat-guide', /project with webchat suites/i],
  ])('[S-287] %s has an instruction of its own', (id, instruction) => {
    startTour(id, at('/projects'));
    expect(toast()?.description).toMatch(instruction);
  });

  it('[S-194, S-195] that waits starts when its context appears, once', () => {
    startTour('ivr-guide', at('/projects'));
    comeTo({ kind: 'project', platforms: ['webchat'] });
    wait(1000);
    expect(started).toEqual([]);
    comeTo({ kind: 'project', platforms: ['webchat', 'phone'] });
    wait(0);
    expect(started).toEqual(['ivr-guide']);
    comeTo(null);
    comeTo({ kind: 'project', platforms: ['phone'] });
    wait(0);
    expect(started).toEqual(['ivr-guide']);
  });

  it('[S-194, S-196] of tests that waits starts as that of the suite which is opened', () => {
    startTour('test-and-monitor', at('/projects'));
    comeTo({ kind: 'project', platforms: ['phone'] });
    comeTo({ kind: 'suite', platform: 'phone' });
    wait(0);
    expect(started).toEqual(['ivr-guide']);
    expect(useTours.getState().pendingId).toBeNull();
  });

  it.each([
    ['S-196', 'phone', 'ivr-guide'],
    ['S-197', 'webchat', 'webchat-guide'],
  ] as const)('[%s] of tests becomes that of a %s suite: %s', (_, platform, id) => {
    comeTo({ kind: 'suite', platform });
    startTour('test-and-monitor', at('/test-suite/s1'));
    wait(0);
    expect(started).toEqual([id]);
    expect(visited).toEqual([]);
  });

  it('[S-199] that is unknown is only logged', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    startTour('nowhere', at('/projects'));
    expect(warn).toHaveBeenCalledOnce();
    expect(toast()).toBeNull();
    expect(visited).toEqual([]);
    wait(1000);
    expect(started).toEqual([]);
    expect(useTours.getState().pendingId).toBeNull();
    warn.mockRestore();
  });

  it('[S-199] that is unknown leaves the one that waits, and the one that is about to start', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    startTour('ivr-guide', at('/projects'));
    startTour('nowhere', at('/projects'));
    expect(useTours.getState().pendingId).toBe('ivr-guide');
    startTour('dashboard-overview', at('/history'));
    startTour('nowhere', at('/projects'));
    wait(500);
    expect(started).toEqual(['dashboard-overview']);
    warn.mockRestore();
  });

  it('that waits is forgotten with the session', () => {
    startTour('ivr-guide', at('/projects'));
    useAuthStore.setState({ user: null });
    expect(useTours.getState().pendingId).toBeNull();
  });

  it('[S-143] has an id, a title and an event of its own', () => {
    for (const key of ['id', 'title', 'event'] as const) {
      const values = tours.map((tour) => tour[key]).filter(Boolean);
      expect(new Set(values).size).toBe(tours.length);
    }
  });

  it.each(tours)('[S-143] $id is tracked by its event when it starts', ({ id, event }) => {
    comeTo({ kind: 'project', platforms: ['phone', 'webchat'] });
    startTour(id, at('/projects'));
    // This tour waits for a suite, and is then replaced by the tour for the suite's platform.
    if (id === 'test-and-monitor') return expect(events).toEqual([]);
    wait(500);
    expect(events).toEqual([event]);
    expect(event).toBe(`tour_${id.replaceAll('-', '_')}`);
  });
});
