import { type DriveStep, driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import './tours.css';
import { narrowScreen } from '#/ui/use-media-query.ts';
import { allowPlainHtml } from './plain-html.ts';
import type { TourContext } from './plan-tour.ts';
import type { Tour, TourStep } from './tours.ts';

/** Longest wait for the target of a step. After that, the step is skipped. */
const placeTimeoutMs = 1500;

allowPlainHtml();

/**
 * Runs the steps of a tour that apply to this page and width. Arrow keys move on, Escape ends it.
 */
export function runTour(tour: Tour, context: TourContext): void {
  const isNarrow = matchMedia(narrowScreen).matches;
  const steps = tour.steps.filter(
    ({ on, place, width }) =>
      (on === undefined || on === context?.kind) &&
      (width === undefined || (width === 'narrow') === isNarrow) &&
      !isHidden(place),
  );
  driver({
    steps: steps.map(toDriveStep),
    // While it moves the place of a step, keys would go unheard.
    animate: false,
    smoothScroll: false,
    skipMissingElement: true,
    waitForElement: placeTimeoutMs,
    stagePadding: 6,
    stageRadius: 8,
    overlayColor: 'black',
    overlayOpacity: 0.45,
    popoverClass: 'tour',
    showProgress: steps.length > 1,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    // The focus starts at the button that leads on; the style sheet turns the two round again.
    onHighlighted: forgetPopupRole,
    onPopoverRender: ({ wrapper, title, footer, closeButton, nextButton, previousButton }) => {
      // Its <header> and <footer> would be landmarks of the page.
      title.role = 'none';
      footer.role = 'none';
      nextButton.after(previousButton);
      wrapper.append(closeButton);
    },
  }).drive();
}

/**
 * Removes the ARIA attributes that driver.js adds, which wrongly describe the target of each step as a button that opens a
 * dialog.
 */
function forgetPopupRole(): void {
  const place = document.querySelector('.driver-active-element');
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) {
    place?.removeAttribute(name);
  }
}

/** @returns true if the element exists but is hidden at this width. Elements that do not exist yet are waited for */
function isHidden(place: string | undefined): boolean {
  return (
    place !== undefined && document.querySelector(selectorOf(place))?.checkVisibility() === false
  );
}

function selectorOf(place: string): string {
  return `[data-tour="${place}"]`;
}

function toDriveStep({ place, title, text }: TourStep): DriveStep {
  return {
    element: place && selectorOf(place),
    popover: { title, description: text },
  };
}
