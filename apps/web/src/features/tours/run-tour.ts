import { type DriveStep, driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import './tours.css';
import { narrowScreen } from '#/ui/use-media-query.ts';
import { allowPlainHtml } from './plain-html.ts';
import type { TourContext } from './plan-tour.ts';
import type { Tour, TourStep } from './tours.ts';

/** Maximum wait for the target of a step in milliseconds. Then the step is skipped. */
const placeTimeoutMs = 1500;

allowPlainHtml();

/** Runs the steps of a tour that apply to this page and screen width. Arrow keys move between steps; Escape ends the tour. */
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
    // driver.js ignores keys while it animates the move to another step.
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
    // Put the next button first, so that it gets the initial focus. The style sheet swaps both buttons visually.
    onHighlighted: forgetPopupRole,
    onPopoverRender: ({ wrapper, title, footer, closeButton, nextButton, previousButton }) => {
      // driver.js uses <header> and <footer>, which would be landmarks of the page.
      title.role = 'none';
      footer.role = 'none';
      nextButton.after(previousButton);
      wrapper.append(closeButton);
    },
  }).drive();
}

/**
 * Removes ARIA attributes that driver.js adds to the target of a step. They wrongly describe it as a button that opens a
 * dialog.
 */
function forgetPopupRole(): void {
  const place = document.querySelector('.driver-active-element');
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) {
    place?.removeAttribute(name);
  }
}

/** @returns true if the element exists but is hidden at this width. driver.js waits for elements that do not exist yet */
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
