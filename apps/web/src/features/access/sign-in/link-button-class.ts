/** Style of a button that looks like a link but acts on the same page. */
export const linkButtonClass =
  'min-h-6 self-end rounded-sm font-medium text-accent-ink text-sm hover:underline hover:underline-offset-3';
