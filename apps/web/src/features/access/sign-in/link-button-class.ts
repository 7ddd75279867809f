/** A button that reads like a link: it does something here and leads nowhere. */
export const linkButtonClass =
  'min-h-6 self-end rounded-sm font-medium text-accent-ink text-sm hover:underline hover:underline-offset-3';
