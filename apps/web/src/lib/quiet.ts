/** Delay in milliseconds after the page has loaded; by then it has rendered its first view, even on a slow network. */
const quietAfterMs = 3000;

/** Resolves some time after the page has loaded, when deferred work can start. */
export const quiet = new Promise<void>((resolve) => {
  const soon = () => setTimeout(resolve, quietAfterMs);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
});
