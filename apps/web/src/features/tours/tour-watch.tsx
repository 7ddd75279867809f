import { useTourContext } from './use-tours-here.ts';

/** Reports the displayed page, so that a waiting tour can start. Renders nothing. */
export function TourWatch() {
  useTourContext();
  return null;
}
