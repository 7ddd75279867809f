import { useTourContext } from './use-tours-here.ts';

/** Draws nothing: tells the tours what is on screen, so that one that waits can start. */
export function TourWatch() {
  useTourContext();
  return null;
}
