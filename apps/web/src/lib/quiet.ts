/** After the page has loaded; by then its first view has come, also on a slow network. */
const quietAfterMs = 3000;

/** Resolves when no urgent request is active, which is the time for deferred work. */
export const quiet = new Promise<void>((resolve) => {
  const soon = () => setTimeout(resolve, quietAfterMs);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
});
