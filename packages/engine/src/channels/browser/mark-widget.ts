/**
 * Marks the widget that contains a text field and a message or the message area: their common container, unless that is the
 * whole page. Runs in the page, so it must be self-contained.
 *
 * @returns the number of marked elements
 */
export function markWidget(
  field: Element,
  { log, name, value }: { log: Element | null; name: string; value: string },
): number {
  const chainOf = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; ) {
      chain.push(at);
      const root: Node = at.getRootNode();
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return chain;
  };
  if (!log?.isConnected || !field.isConnected) return 0;
  const [ofField, ofLog] = [chainOf(field), chainOf(log)];
  const shared = ofField.find((element) => ofLog.includes(element));
  if (!shared) return 0;
  const isPage = shared === document.body || shared === document.documentElement;
  const parts = isPage
    ? [ofField, ofLog].map((chain) => chain[chain.indexOf(shared) - 1])
    : [shared];
  // The message area or the field is the page itself.
  if (parts.includes(undefined)) return 0;
  const marked = new Set(parts as Element[]);
  for (const element of marked) element.setAttribute(name, value);
  return marked.size;
}
