/**
 * Runs in the page and may not use anything from outside: marks the widget that contains a text field and one of its messages,
 * or the message area. It marks their common container, unless that is the whole page.
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
  // Its messages stand directly in the page.
  if (parts.includes(undefined)) return 0;
  const marked = new Set(parts as Element[]);
  for (const element of marked) element.setAttribute(name, value);
  return marked.size;
}
