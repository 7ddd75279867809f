export interface ShownReply {
  /** True if it was displayed when replies were last marked as seen. */
  isSeen: boolean;
  text: string;
  buttons: string[];
  images: { url: string; title: string }[];
  links: { url: string; title: string }[];
}

interface Reading {
  /** True to mark everything displayed as seen. */
  marks: boolean;
  lengthMax: number;
}

/** Reads the reply elements. Runs in the page, so it must be self-contained. */
export function readReplies(found: Element[], { marks, lengthMax }: Reading): ShownReply[] {
  const place = globalThis as unknown as Record<symbol, WeakSet<Element> | undefined>;
  const name = Symbol.for('parley.seen');
  const seen = place[name] ?? new WeakSet<Element>();
  place[name] = seen;

  function inside(element: Element, selector: string): HTMLElement[] {
    const inner = [...element.querySelectorAll<HTMLElement>(selector)];
    return inner.filter((part) => part.checkVisibility()).slice(0, 50);
  }
  // Only displayed text counts, not hidden text in the markup.
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text was not said
  const wordsOf = (element: HTMLElement) => element.innerText.trim();
  const titleOf = (element: HTMLElement) =>
    (wordsOf(element) || element.getAttribute('aria-label') || '').slice(0, 500);

  const shown: ShownReply[] = [];
  // New messages are at the end of a long list.
  for (const element of found.slice(-200)) {
    const isPart = found.some((other) => other !== element && other.contains(element));
    if (isPart || !(element instanceof HTMLElement) || !element.checkVisibility()) continue;
    shown.push({
      isSeen: seen.has(element),
      text: wordsOf(element).slice(0, lengthMax),
      buttons: inside(element, 'button, [role="button"]').map(titleOf),
      images: inside(element, 'img').map((image) => ({
        url: (image as HTMLImageElement).currentSrc.slice(0, 2_000),
        title: (image as HTMLImageElement).alt.slice(0, 500),
      })),
      links: inside(element, 'a[href]').map((link) => ({
        url: (link as HTMLAnchorElement).href.slice(0, 2_000),
        title: titleOf(link),
      })),
    });
    if (marks) seen.add(element);
  }
  return shown;
}

/** Checks that the page's scripts have not tampered with the result. */
export function areReplies(read: unknown, { lengthMax }: Reading): read is ShownReply[] {
  return isListOf(read, (reply: Partial<ShownReply> | null) => {
    const { isSeen, text, buttons, images, links } = reply ?? {};
    const isWhole = typeof isSeen === 'boolean' && isText(text, lengthMax);
    return (
      isWhole && isListOf(buttons, isText) && isListOf(images, isLink) && isListOf(links, isLink)
    );
  });
}

function isListOf<T>(read: unknown, holds: (item: T) => boolean): boolean {
  return Array.isArray(read) && read.length <= 200 && read.every((item: T) => holds(item));
}

const isLink = (link: Partial<ShownReply['links'][number]> | null): boolean =>
  isText(link?.url) && isText(link?.title);

const isText = (text: unknown, lengthMax = 2_000): boolean =>
  typeof text === 'string' && text.length <= lengthMax;
