import { useTourContext } from './use-tours-here.ts';

/** Renders nothing: reports what is on screen, so that a waiting tour can start. */
export function TourWatch() {
  useTourContext();
  return null;
}
