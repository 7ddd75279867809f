/** Decides what to do when a user starts a tour. Pure. */
import { findTour, type Platform, type RequiredContext, type Tour } from './tours.ts';

/** The displayed page, as far as tours depend on it. */
export type TourContext =
  | { kind: 'suite'; platform: Platform }
  | { kind: 'project'; platforms: readonly Platform[] }
  | null;

export type TourPlan =
  | { act: 'unknown' }
  /** Waits until the context appears. `target` is the page on which it can appear. */
  | { act: 'wait'; tour: Tour; instruction: string; target?: string }
  /** Starts after `delayMs`. If there is a `target`, navigates to it first. */
  | { act: 'start'; tour: Tour; delayMs: number; target?: string };

/** Milliseconds after a navigation until the page has rendered. */
const startDelayMs = 500;

export function planTour(id: string, context: TourContext, pathname: string): TourPlan {
  const tour = findTour(id);
  if (!tour) return { act: 'unknown' };
  const target = tour.targetPage === pathname ? undefined : tour.targetPage;
  const required = tour.requiredContext;
  if (required && !isMet(required, context)) {
    return { act: 'wait', tour, instruction: required.instruction, target };
  }
  if (required) return { act: 'start', tour: forPlatform(tour, context), delayMs: 0 };
  return { act: 'start', tour, delayMs: target ? startDelayMs : 0, target };
}

export function isMet(required: RequiredContext, context: TourContext): boolean {
  if (!context) return false;
  if (context.kind === 'suite') {
    return required.platform === undefined || required.platform === context.platform;
  }
  if (required.kind === 'suite') return false;
  return required.platform === undefined || context.platforms.includes(required.platform);
}

/** Replaces a generic tour with the one for the suite's platform. */
function forPlatform(tour: Tour, context: TourContext): Tour {
  if (!tour.byPlatform || context?.kind !== 'suite') return tour;
  return findTour(tour.byPlatform[context.platform]) ?? tour;
}
