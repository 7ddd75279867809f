/** The look of the fields inside a step: quiet until the pointer or the focus is on them. */
const shape =
  'min-h-8 min-w-0 rounded-md px-2 py-1.5 text-ink text-sm outline-none ring-1 ring-inset transition-shadow hover:ring-line-control focus-visible:ring-2 focus-visible:ring-accent-ink aria-invalid:ring-failed-solid';

const growing = 'field-sizing-content block w-full resize-none';

/** Takes a width class. */
export const fieldClass = `${shape} bg-surface ring-line`;

/** As high as its text. */
export const growingFieldClass = `${fieldClass} ${growing}`;

/** The tester's words, tinted as in the transcript of a run. */
export const saidFieldClass = `${shape} ${growing} bg-accent-soft ring-accent-line`;
