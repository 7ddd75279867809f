import { create } from 'zustand';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { track } from '#/lib/track.ts';
import { toast } from '#/ui/toast.ts';
import { isMet, planTour, type TourContext } from './plan-tour.ts';
import { findTour, type Tour, type TourId } from './tours.ts';

const instructionMs = 8000;

interface TourState {
  context: TourContext;
  /** Id of the tour that waits for its context; null if there is none. Not persisted. */
  pendingId: TourId | null;
}

export const useTours = create<TourState>(() => ({ context: null, pendingId: null }));

useAuthStore.subscribe(({ user }) => {
  if (!user) useTours.setState({ pendingId: null });
});

export interface Place {
  pathname: string;
  goTo: (path: string) => void;
}

let startTimer: ReturnType<typeof setTimeout> | undefined;

export function startTour(id: string, { pathname, goTo }: Place): void {
  const plan = planTour(id, useTours.getState().context, pathname);
  switch (plan.act) {
    case 'unknown':
      console.warn(`There is no tour "${id}".`);
      return;
    case 'wait':
      clearTimeout(startTimer);
      useTours.setState({ pendingId: plan.tour.id });
      if (plan.target) goTo(plan.target);
      toast({
        variant: 'info',
        title: 'Action Required',
        description: plan.instruction,
        durationMs: instructionMs,
      });
      return;
    case 'start':
      clearTimeout(startTimer);
      useTours.setState({ pendingId: null });
      if (plan.target) goTo(plan.target);
      startTimer = setTimeout(() => void show(plan.tour), plan.delayMs);
  }
}

/** Reports the displayed page. A tour that waits for it starts. */
export function setTourContext(context: TourContext, place: Place): void {
  const { pendingId } = useTours.getState();
  useTours.setState({ context });
  const required = pendingId && findTour(pendingId)?.requiredContext;
  if (pendingId && required && isMet(required, context)) startTour(pendingId, place);
}

async function show(tour: Tour): Promise<void> {
  track(tour.event, { tourId: tour.id });
  const { runTour } = await import('./run-tour.ts');
  runTour(tour, useTours.getState().context);
}
