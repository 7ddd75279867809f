/** Milliseconds after the `load` event. By then the first view has rendered, even on a slow network. */
const quietAfterMs = 3000;

/** Resolves some time after the page has loaded, so that deferred work can start. */
export const quiet = new Promise<void>((resolve) => {
  const soon = () => setTimeout(resolve, quietAfterMs);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
});
