import type { Block, Room, RoomButton } from './room.ts';

interface Request {
  /** Number of the field, as `surveyPage` gave it. */
  field: number;
  blocksMax: number;
  lengthMax: number;
  /** Pattern of words that indicate that the bot is typing. */
  typing: string;
  /** Pattern of class and state names of unfinished messages. */
  unfinished: string;
  /** Pattern of names of a button that stops the bot. */
  stop: string;
  /** Selectors of a preset. */
  preset: { reply?: string; person?: string };
}

/**
 * Reads the messages near a field that `surveyPage` found. Runs in the frame of the widget, so it must be self-contained.
 * Returns null if the message area is gone.
 */
export function readRoom({
  field,
  blocksMax,
  lengthMax,
  typing,
  unfinished,
  stop,
  preset,
}: Request): Room | null {
  type Registry = {
    ids: WeakMap<Element, number>;
    byId: Map<number, WeakRef<Element>>;
    rooms: Map<number, { log: WeakRef<Element>; root: WeakRef<Element>; field: WeakRef<Element> }>;
    next: number;
  };
  const place = globalThis as unknown as Record<symbol, Registry | undefined>;
  const registry = place[Symbol.for('parley.elements')];
  const room = registry?.rooms.get(field);
  const input = room?.field.deref();
  const log = room?.log.deref();
  const root = room?.root.deref();
  if (!registry || !log?.isConnected || !root?.isConnected) return null;
  const typingWords = new RegExp(typing, 'i');
  const unfinishedWords = new RegExp(unfinished, 'i');
  const stopWords = new RegExp(stop, 'iu');

  function idOf(element: Element): number {
    const known = registry?.ids.get(element);
    if (known !== undefined || !registry) return known ?? 0;
    const id = registry.next++;
    registry.ids.set(element, id);
    registry.byId.set(id, new WeakRef(element));
    return id;
  }
  const boxes = new Map<Element, DOMRect>();
  function boxOf(element: Element): DOMRect {
    const known = boxes.get(element) ?? element.getBoundingClientRect();
    boxes.set(element, known);
    return known;
  }
  const area = boxOf(log);
  const blocks: Block[] = [];
  const buttons: RoomButton[] = [];
  const signs: number[] = [];
  const loose: number[] = [];
  const coming: number[] = [];
  /** Reads displayed text; hidden text in the markup does not count. */
  function shownText(element: Element): string {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text was not said
    return (element as HTMLElement).innerText ?? '';
  }
  const isInline = (element: Element): boolean =>
    /^(inline|contents|ruby)/.test(getComputedStyle(element).display) &&
    ![...element.children].some((child) => !isInline(child));
  /** @returns true for an element scaled to zero size, as elements often are before they appear */
  const isFolded = (element: Element) =>
    (element as HTMLElement).offsetWidth >= 8 && boxOf(element).width < 1;
  const isSeen = (element: Element) => {
    const { display, overflow } = getComputedStyle(element);
    // The element has no box of its own, but its children do.
    if (display === 'contents') return true;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = boxOf(element);
    if (isFolded(element)) return false;
    // Text that is only for screen readers has no size.
    return !(width <= 1 || height <= 1) || overflow === 'visible';
  };
  /** Finds the selectors of rules that change the pointer to a hand on hover. */
  function handsOf(rules: CSSRuleList, depth: number): string[] {
    return [...rules].flatMap((rule) => {
      const inner = (rule as CSSGroupingRule).cssRules;
      const nested = inner?.length > 0 && depth < 4 ? handsOf(inner, depth + 1) : [];
      const { selectorText, style } = rule as CSSStyleRule;
      return selectorText?.includes(':hover') && style.cursor === 'pointer'
        ? [...nested, selectorText.replaceAll(':hover', ':is(*)')]
        : nested;
    });
  }
  const hands = new Map<Node, string[]>();
  function handsIn(root: Node): string[] {
    const known = hands.get(root);
    if (known) return known;
    const { styleSheets = [], adoptedStyleSheets = [] } = root as Document;
    const found = [...styleSheets, ...adoptedStyleSheets].flatMap((sheet) => {
      try {
        return handsOf(sheet.cssRules, 0);
      } catch {
        // Style sheets of other origins cannot be read.
        return [];
      }
    });
    hands.set(root, found);
    return found;
  }
  const isUnderHand = (element: Element) =>
    getComputedStyle(element).cursor === 'pointer' ||
    handsIn(element.getRootNode()).some((selector) => element.matches(selector));
  const isNamedButton = (element: Element) =>
    element.matches(
      'button, [role="button"], [role="option"], input[type="button"], input[type="submit"], label:has(input[type="radio"])',
    );
  const isButton = (element: Element) =>
    isNamedButton(element) ||
    (!element.matches('a[href], img, svg, input, textarea') &&
      element.parentElement !== null &&
      isUnderHand(element) &&
      !isUnderHand(element.parentElement) &&
      shownText(element).trim().length <= 80);
  const titleOf = (element: Element) =>
    (shownText(element).trim() || (element instanceof HTMLInputElement ? element.value : '')).slice(
      0,
      500,
    );
  /** Child nodes as they are displayed, with shadow trees and slots resolved. */
  function childrenOf(element: Element): Node[] {
    if (element.shadowRoot) return [...element.shadowRoot.childNodes];
    if (element instanceof HTMLSlotElement) {
      const given = element.assignedNodes();
      if (given.length > 0) return given;
    }
    return [...element.childNodes];
  }
  const styleOf = (chain: Element[]) =>
    chain
      .slice(-3)
      .map(
        (element) =>
          `${element.localName}.${element.getAttribute('class') ?? ''}.${getComputedStyle(element).backgroundColor}`,
      )
      .join('>')
      .slice(0, 600);
  const isTypingSign = (element: Element) => {
    const { width, height } = boxOf(element);
    if (width < 4 || height < 4 || (input && element.contains(input))) return false;
    const names = `${element.id} ${element.getAttribute('class') ?? ''} ${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('data-testid') ?? ''}`;
    if (typingWords.test(names) && element.childElementCount < 12)
      return shownText(element).length < 60;
    const words = shownText(element).trim();
    return (
      words.length > 0 &&
      words.length < 40 &&
      (/^(\.{2,}|…|[•·●. ]{2,})$/.test(words) ||
        (typingWords.test(words) && element.childElementCount < 6))
    );
  };

  /** Records signs that the bot has not finished, although its text is displayed. */
  function note(element: Element, chain: Element[]): void {
    if (element.getAttribute('aria-busy') === 'true') signs.push(idOf(element));
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('data-status') ?? ''} ${element.getAttribute('data-state') ?? ''}`;
    if (unfinishedWords.test(names)) loose.push(idOf(element));
    // A stop button among the messages is offered by the bot and does not count.
    const isInLog = log !== root && chain.includes(log as Element);
    const isControl = !isInLog && element.matches('button, [role="button"]');
    const name = element.getAttribute('aria-label') ?? element.getAttribute('title');
    if (isControl && stopWords.test(name?.trim() || shownText(element).trim()))
      signs.push(idOf(element));
  }

  function markOf(chain: Element[]): Block['mark'] {
    const isIn = (selector: string | undefined) =>
      selector !== undefined && chain.some((element) => element.matches(selector));
    const [isReply, isPerson] = [isIn(preset.reply), isIn(preset.person)];
    if (isReply) return isPerson ? 'both' : 'reply';
    return isPerson ? 'person' : undefined;
  }
  interface Run {
    text: string;
    first: Text | undefined;
    images: Block['images'];
    links: Block['links'];
  }
  const emptyRun = (): Run => ({ text: '', first: undefined, images: [], links: [] });
  function add(
    run: Run,
    chain: Element[],
    index: number,
    isTyping: boolean,
    choice?: number,
  ): void {
    const text = run.text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ *\n */g, '\n')
      .trim();
    if (text === '' && run.images.length === 0) return;
    const owner = chain.at(-1);
    if (!owner) return;
    let { left, right } = boxOf(owner);
    if (run.first) {
      const range = document.createRange();
      range.selectNodeContents(run.first);
      const { left: x, right: end, width } = range.getBoundingClientRect();
      if (width > 0) [left, right] = [x, end];
    }
    const mark = markOf(chain.slice(chain.indexOf(log as Element) + 1));
    blocks.push({
      key: `${idOf(owner)}:${index}`,
      text: text.slice(0, lengthMax),
      path: chain.slice(0, 40).map(idOf),
      style: styleOf(chain),
      left: left - area.left,
      right: area.right - right,
      images: run.images.slice(0, 20),
      links: run.links.slice(0, 20),
      isTyping,
      ...(choice !== undefined && { choice }),
      ...(mark && { mark }),
    });
  }
  function inline(node: Node, run: Run, chain: Element[]): void {
    if (node instanceof Text) {
      if (node.data.trim() !== '') run.first ??= node;
      const isKept = /^(pre|break)/.test(
        node.parentElement ? getComputedStyle(node.parentElement).whiteSpace : '',
      );
      run.text += isKept ? node.data : node.data.replace(/\s+/g, ' ');
    } else if (node instanceof Element) {
      note(node, chain);
      if (node.localName === 'br') run.text += '\n';
      else if (node instanceof HTMLImageElement) picture(node, run);
      else if (
        isSeen(node) &&
        !node.matches('script, style, noscript, template, svg, textarea, select, input')
      ) {
        if (isButton(node)) button(node, chain);
        else {
          for (const child of childrenOf(node)) inline(child, run, [...chain, node]);
          if (node instanceof HTMLAnchorElement && node.href)
            run.links.push({ url: node.href.slice(0, 2_000), title: titleOf(node) });
        }
      }
    }
  }
  function picture(image: HTMLImageElement, run: Run): void {
    const { width, height } = boxOf(image);
    // A small image is an emoji, which is text. An avatar beside a message is neither text nor image.
    if (width <= 28 && height <= 28) run.text += image.alt;
    else if (width > 64 || height > 64)
      run.images.push({ url: image.currentSrc.slice(0, 2_000), title: image.alt.slice(0, 500) });
  }
  function button(element: Element, chain: Element[]): void {
    const title = titleOf(element);
    const isOff =
      (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true';
    if (title === '' || isOff || buttons.length >= blocksMax) return;
    const isInLog = log !== root && (log?.contains(element) || chain.includes(log as Element));
    const inner = [...chain, element];
    if (!isNamedButton(element) && chain.includes(log as Element)) {
      // The element may be a message that can be clicked.
      const run = emptyRun();
      for (const child of childrenOf(element)) inline(child, run, inner);
      add(run, inner, 0, false, idOf(element));
    }
    buttons.push({
      id: idOf(element),
      title,
      isInLog,
      path: inner.slice(0, 40).map(idOf),
    });
  }
  function walk(element: Element, chain: Element[], isTyping: boolean, reads: boolean): void {
    if (blocks.length >= blocksMax || chain.length > 60) return;
    let run = emptyRun();
    let index = 0;
    const flush = () => {
      if (reads) add(run, chain, index, isTyping);
      run = emptyRun();
      index += 1;
    };
    for (const node of childrenOf(element)) {
      if (!(node instanceof Element) || node instanceof HTMLImageElement || node.localName === 'br')
        inline(node, run, chain);
      else if (
        node === input ||
        node.matches('script, style, noscript, template, textarea, select, input, svg, iframe')
      )
        continue;
      else if (!isSeen(node)) {
        if (isFolded(node) && node.textContent?.trim()) coming.push(idOf(node));
      } else if (isInline(node) && !node.shadowRoot && !isTypingSign(node))
        inline(node, run, chain);
      else {
        flush();
        note(node, chain);
        const isSign = isTypingSign(node);
        if (isSign) signs.push(idOf(node));
        if (isButton(node)) button(node, chain);
        else walk(node, [...chain, node], isTyping || isSign, reads || node === log);
      }
    }
    flush();
  }
  note(root, []);
  walk(root, [root], false, root === log);
  const isLocked = input?.matches(':disabled, :read-only, [aria-disabled="true"]') ?? false;
  if (input && isLocked) loose.push(idOf(input));
  // Only the end of the lists is returned, because new messages are at the end.
  const typed =
    input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
      ? input.value
      : input
        ? shownText(input)
        : '';
  return {
    isRightToLeft: getComputedStyle(log).direction === 'rtl',
    width: area.width,
    typed: typed.slice(0, lengthMax),
    blocks: blocks.slice(-blocksMax),
    buttons: buttons.slice(-blocksMax),
    typing: signs.slice(0, 50),
    unfinished: loose.slice(0, 50),
    coming: coming.slice(0, 50),
  };
}
