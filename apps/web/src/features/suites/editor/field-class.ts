/** Common style of the fields in a step. */
const shape =
  'min-h-8 min-w-0 rounded-md px-2 py-1.5 text-ink text-sm outline-none ring-1 ring-inset transition-shadow hover:ring-line-control focus-visible:ring-2 focus-visible:ring-accent-ink aria-invalid:ring-failed-solid';

const growing = 'field-sizing-content block w-full resize-none';

/** Style of a field; combine it with a width class. */
export const fieldClass = `${shape} bg-surface ring-line`;

/** Style of a field that grows with its text. */
export const growingFieldClass = `${fieldClass} ${growing}`;

/** Style of the tester's message, tinted as on the page of a run. */
export const saidFieldClass = `${shape} ${growing} bg-accent-soft ring-accent-line`;
