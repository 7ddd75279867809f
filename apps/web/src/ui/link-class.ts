/** Style of a link in running text. */
export const linkClass =
  'rounded-sm font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current';
