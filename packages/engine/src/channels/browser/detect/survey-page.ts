import type { FoundControl, FoundField, Survey } from './survey.ts';

interface Request {
  elementsMax: number;
  foundMax: number;
  textMax: number;
  /** Pattern of words in a consent box. */
  consent: string;
  /** Pattern of words on a send button. */
  send: string;
  /** Selectors of the presets' parts, and signs by which presets recognize the page. */
  presets: {
    name: string;
    recognizedBy: { selectors?: string[]; globals?: string[]; scriptHosts?: string[] };
    launcher?: string;
    input?: string;
    send?: string;
  }[];
}

/**
 * Lists the elements that could be typed into or pressed, through open shadow roots. Runs in each frame of the page, so it must
 * be self-contained. Elements are registered in the page by number, for later use.
 */
export function surveyPage({
  elementsMax,
  foundMax,
  textMax,
  consent,
  send,
  presets,
}: Request): Survey {
  type Registry = {
    ids: WeakMap<Element, number>;
    byId: Map<number, WeakRef<Element>>;
    rooms: Map<number, { log: WeakRef<Element>; root: WeakRef<Element>; field: WeakRef<Element> }>;
    next: number;
  };
  const place = globalThis as unknown as Record<symbol, Registry | undefined>;
  const key = Symbol.for('parley.elements');
  const registry: Registry = place[key] ?? {
    ids: new WeakMap(),
    byId: new Map(),
    rooms: new Map(),
    next: 1,
  };
  place[key] = registry;
  const consentWords = new RegExp(consent, 'i');
  const sendWords = new RegExp(send, 'i');
  const cut = (text: string | null | undefined, length = textMax) =>
    String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, length);

  function idOf(element: Element): number {
    const known = registry.ids.get(element);
    if (known !== undefined) return known;
    const id = registry.next++;
    registry.ids.set(element, id);
    registry.byId.set(id, new WeakRef(element));
    return id;
  }
  const parentOf = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  function ancestorsOf(element: Element): Element[] {
    const found: Element[] = [];
    for (let at = parentOf(element); at && found.length < 40; at = parentOf(at)) found.push(at);
    return found;
  }
  const searched: (Document | ShadowRoot)[] = [];
  function everything(): Element[] {
    const found: Element[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (let root = roots.shift(); root && found.length < elementsMax; root = roots.shift()) {
      searched.push(root);
      for (const element of root.querySelectorAll('*')) {
        if (found.push(element) >= elementsMax) break;
        if (element.shadowRoot) roots.push(element.shadowRoot);
      }
    }
    return found;
  }
  const all = everything();
  const hosts = [...document.scripts].map(({ src }) =>
    URL.canParse(src) ? new URL(src).host : '',
  );
  const isRecognized = ({ selectors, globals, scriptHosts }: (typeof presets)[0]['recognizedBy']) =>
    selectors?.some((selector) => searched.some((root) => root.querySelector(selector))) ||
    globals?.some((name) => name in globalThis) ||
    scriptHosts?.some((host) => hosts.includes(host));
  const recognized = presets.filter(({ recognizedBy }) => isRecognized(recognizedBy));
  const presetsThat = (part: 'input' | 'launcher', element: Element) =>
    presets
      .filter(({ [part]: selector }) => selector !== undefined && element.matches(selector))
      .map(({ name }) => name);
  const hintsOf = (element: Element) =>
    cut(
      [
        element.localName,
        element.id,
        element.getAttribute('class'),
        element.getAttribute('name'),
        element.getAttribute('data-testid'),
        element.getAttribute('data-test'),
        element.getAttribute('aria-label'),
        element.getAttribute('role'),
      ].join(' '),
      200,
    );
  const byIds = (element: Element, attribute: string) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return (element.getAttribute(attribute) ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => root.getElementById(id)?.textContent ?? '')
      .join(' ');
  };
  // Only displayed text counts, not hidden text in the markup.
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no name
  const wordsOf = (element: Element) => cut((element as HTMLElement).innerText);
  function nameOf(element: Element): string {
    const { labels } = element as HTMLInputElement;
    const picture = element.querySelector('img[alt], svg title, svg[aria-label]');
    const names = [
      element.getAttribute('aria-label'),
      byIds(element, 'aria-labelledby'),
      labels?.[0]?.textContent,
      element.getAttribute('placeholder'),
      element.getAttribute('data-placeholder'),
      element.getAttribute('aria-placeholder'),
      isField(element) ? '' : wordsOf(element),
      element.getAttribute('title'),
      element.getAttribute('alt'),
      (element as HTMLInputElement).type === 'submit' ? (element as HTMLInputElement).value : '',
      picture?.getAttribute('alt') ?? picture?.getAttribute('aria-label') ?? picture?.textContent,
    ];
    return cut(
      [...new Set(names.map((name) => cut(name)).filter((name) => name !== ''))]
        .slice(0, 3)
        .join(' | '),
    );
  }
  const isField = (element: Element) =>
    element.matches('input, textarea, [role="textbox"], [role="searchbox"]') ||
    (element as HTMLElement).isContentEditable;

  function selectorOf(element: Element): string {
    const attributes = ['data-testid', 'name', 'aria-label', 'placeholder', 'type', 'role'];
    const own = attributes.flatMap((name) => {
      const value = element.getAttribute(name);
      return value && value.length < 60
        ? [`${element.localName}[${name}=${JSON.stringify(value)}]`]
        : [];
    });
    const id = /^[A-Za-z][\w-]{0,40}$/.test(element.id) && !/\d{3,}/.test(element.id);
    const classes = [...element.classList].filter((name) => /^[A-Za-z][\w-]{1,40}$/.test(name));
    const ways = [
      ...(id ? [`#${element.id}`] : []),
      ...classes.map((name) => `${element.localName}.${name}`),
      ...own,
      element.localName,
    ];
    const fits = (selector: string) => all.filter((other) => other.matches(selector)).length === 1;
    const alone = ways.find(fits);
    if (alone) return alone.slice(0, 200);
    for (const outer of ancestorsOf(element).slice(0, 8)) {
      const named = outer.id && /^[A-Za-z][\w-]{0,40}$/.test(outer.id) ? `#${outer.id}` : '';
      const [outerClass] = [...outer.classList].filter((name) =>
        /^[A-Za-z][\w-]{1,40}$/.test(name),
      );
      const start = named || (outerClass && `.${outerClass}`);
      if (start && fits(start)) return `${start} ${ways[0]}`.slice(0, 200);
    }
    return (ways[0] ?? element.localName).slice(0, 200);
  }

  const boxOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const isFixed = (element: Element) =>
    [element, ...ancestorsOf(element)].some(
      (at) =>
        ['fixed', 'sticky'].includes(getComputedStyle(at).position) ||
        at.matches('dialog[open], [role="dialog"], [aria-modal="true"]'),
    );
  function topAt(x: number, y: number): Element | null {
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot) {
      const inner = top.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === top) break;
      top = inner;
    }
    return top;
  }
  function sightOf(element: Element, fixed: boolean): FoundField['sight'] {
    const { x, y, width, height } = boxOf(element);
    const isDisplayed = element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    });
    if (!isDisplayed || width < 8 || height < 8) return 'hidden';
    const outer = ancestorsOf(element);
    if (outer.some((at) => at.matches('[inert], [aria-hidden="true"]'))) return 'hidden';
    const isInside = x + width > 0 && x < innerWidth && y + height > 0 && y < innerHeight;
    if (!isInside) {
      // The element is outside the window, but the page can scroll to it.
      const isBelow = x >= 0 && x < innerWidth && y + scrollY >= 0;
      return isBelow && !fixed ? 'shown' : 'hidden';
    }
    const middle = [x + width / 2, y + height / 2] as const;
    const top = topAt(
      Math.min(Math.max(middle[0], 1), innerWidth - 1),
      Math.min(Math.max(middle[1], 1), innerHeight - 1),
    );
    if (!top) return 'covered';
    const isSelf = top === element || [top, ...ancestorsOf(top)].includes(element);
    const isLabel = top.closest('label')?.contains(element) ?? false;
    // Many editors are covered by their own placeholder.
    const isOwn =
      outer.slice(0, 3).includes(top) || outer.slice(0, 2).some((at) => at.contains(top));
    return isSelf || isLabel || isOwn ? 'shown' : 'covered';
  }
  function landmarkOf(element: Element): FoundField['landmark'] {
    for (const at of [element, ...ancestorsOf(element)]) {
      if (at.matches('search, [role="search"]')) return 'search';
      if (at.matches('nav, [role="navigation"]')) return 'navigation';
      if (at.matches('body > header, [role="banner"]')) return 'banner';
      if (at.matches('body > footer, [role="contentinfo"]')) return 'footer';
    }
    return 'none';
  }
  const aroundOf = (element: Element) =>
    cut(
      ancestorsOf(element)
        .filter((at) => at !== document.body && at !== document.documentElement)
        .slice(0, 12)
        .map(hintsOf)
        .join(' '),
      600,
    );
  function common(element: Element) {
    const fixed = isFixed(element);
    return {
      id: idOf(element),
      name: nameOf(element),
      hints: hintsOf(element),
      around: aroundOf(element),
      selector: '',
      box: boxOf(element),
      sight: sightOf(element, fixed),
      isFixed: fixed,
      landmark: landmarkOf(element),
      presets: [] as string[],
    };
  }

  function kindOf(element: Element): FoundField['kind'] {
    const role = element.getAttribute('role');
    const type = element instanceof HTMLInputElement ? element.type : '';
    if (type === 'search' || role === 'searchbox' || role === 'combobox') return 'search';
    if (element instanceof HTMLInputElement) return type === 'text' ? 'text' : 'other';
    return 'multiline';
  }
  function formOf(element: Element): FoundField['form'] {
    const form = element.closest('form, fieldset');
    if (!form) return 'none';
    if (form.querySelector('input[type="password"]')) return 'login';
    if (form.matches('[role="search"]') || form.querySelector('input[type="search"]'))
      return 'search';
    const others = [...form.querySelectorAll('input, select, textarea')].filter(
      (other) =>
        other !== element &&
        !['hidden', 'submit', 'button', 'file'].includes((other as HTMLInputElement).type) &&
        other.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    return others.length > 0 ? 'contact' : 'plain';
  }
  const isScrolling = (element: Element) =>
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
  /** Finds the message area of a field: the closest element that could be one. */
  function roomOf(field: Element): {
    kind: FoundField['log'];
    log: Element | null;
    root: Element | null;
  } {
    const own = boxOf(field);
    const inside = new Map<Element, Element[]>();
    const candidates = all.filter((element) => {
      const isLog = element.matches('[role="log"], [aria-live="polite"], [role="feed"]');
      if (element === field || isField(element)) return false;
      if (!isLog && !isScrolling(element)) return false;
      const { x, width, height } = boxOf(element);
      const overlap = Math.min(x + width, own.x + own.width) - Math.max(x, own.x);
      return width >= 120 && height >= 60 && overlap > 0.3 * Math.min(own.width, width);
    });
    for (const candidate of candidates)
      for (const outer of ancestorsOf(candidate)) {
        const list = inside.get(outer) ?? [];
        list.push(candidate);
        inside.set(outer, list);
      }
    const outers = ancestorsOf(field);
    const size = (element: Element) => boxOf(element).width * boxOf(element).height;
    for (const outer of outers) {
      const found = (inside.get(outer) ?? []).filter(
        (candidate) =>
          !outers.includes(candidate) &&
          candidate.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
      const best = found.toSorted((a, b) => size(b) - size(a))[0];
      if (best) {
        const isRole = [
          best,
          ...ancestorsOf(best).filter((at) => outer.contains(at) && at !== outer),
        ]
          .concat([...best.children])
          .some((at) => at.matches('[role="log"], [role="feed"]'));
        return { kind: isRole ? 'role' : 'scroll', log: best, root: outer };
      }
      if (['fixed'].includes(getComputedStyle(outer).position)) break;
    }
    for (const outer of outers) {
      if (outer === document.body || outer === document.documentElement) break;
      const { width, height } = boxOf(outer);
      const scrolls = isScrolling(outer) && height >= 60;
      if (
        scrolls ||
        outer.matches('[role="log"]') ||
        (height >= own.height + 120 && width >= own.width)
      ) {
        const kind = outer.matches('[role="log"]') ? 'role' : scrolls ? 'scroll' : 'space';
        return { kind, log: outer, root: outer };
      }
    }
    return { kind: 'none', log: null, root: null };
  }
  const isSendButton = (button: Element, field: Element) => {
    const [a, b] = [boxOf(button), boxOf(field)];
    const isNear = a.y < b.y + b.height + 70 && a.y + a.height > b.y - 20 && a.width < 200;
    const isKnown = recognized.some((preset) => preset.send && button.matches(preset.send));
    return (
      isNear &&
      a.width > 0 &&
      (isKnown ||
        sendWords.test(`${nameOf(button)} ${hintsOf(button)} ${button.getAttribute('type') ?? ''}`))
    );
  };
  const buttons = all.filter((element) =>
    element.matches('button, [role="button"], input[type="submit"]'),
  );

  function idOfSend(field: Element): number {
    const found = buttons.filter((button) => isSendButton(button, field)).at(-1);
    return found ? idOf(found) : 0;
  }
  function fieldOf(element: Element): FoundField {
    const room = roomOf(element);
    const shared = common(element);
    if (room.log && room.root) {
      const [log, root, field] = [room.log, room.root, element].map((at) => new WeakRef(at)) as [
        WeakRef<Element>,
        WeakRef<Element>,
        WeakRef<Element>,
      ];
      registry.rooms.set(shared.id, { log, root, field });
    }
    return {
      ...shared,
      presets: presetsThat('input', element),
      selector: selectorOf(element),
      kind: kindOf(element),
      form: formOf(element),
      log: room.kind,
      logSelector: room.log ? selectorOf(room.log) : '',
      send: idOfSend(element),
    };
  }
  function consentBox(element: Element): boolean {
    return ancestorsOf(element)
      .slice(0, 8)
      .some((at) => {
        // biome-ignore lint/performance/useDomNodeTextContent: hidden text asks nothing
        const words = (at as HTMLElement).innerText ?? '';
        const isBox =
          isFixedHere(at) ||
          at.matches('[role="dialog"], dialog, [role="alertdialog"], [aria-modal]');
        return isBox && words.length < 4_000 && consentWords.test(`${words} ${hintsOf(at)}`);
      });
  }
  const isFixedHere = (element: Element) =>
    ['fixed', 'sticky', 'absolute'].includes(getComputedStyle(element).position);
  function controlOf(element: Element): FoundControl {
    const href = element.getAttribute('href');
    const isLink = href !== null && !/^(#|javascript:|$)/i.test(href);
    const isSubmit =
      (element as HTMLButtonElement).type === 'submit' && element.closest('form') !== null;
    return {
      ...common(element),
      presets: presetsThat('launcher', element),
      selector: selectorOf(element),
      leaves: isLink || isSubmit,
      opens:
        element.getAttribute('aria-expanded') === 'false' ||
        ['dialog', 'true', 'menu'].includes(element.getAttribute('aria-haspopup') ?? ''),
      isConsent: consentBox(element),
    };
  }
  /** @returns true for pictures that people take for buttons, although neither their markup nor the pointer shows it */
  function isFixedPicture(element: Element): boolean {
    const { position, backgroundImage } = getComputedStyle(element);
    if (position !== 'fixed') return false;
    const { width, height } = boxOf(element);
    const isSmall = Math.min(width, height) >= 24 && Math.max(width, height) <= 120;
    return (
      isSmall &&
      (backgroundImage !== 'none' || element.querySelector(':scope > img, :scope > svg') !== null)
    );
  }
  function isPressable(element: Element): boolean {
    if (
      element.matches(
        'button, [role="button"], a, summary, input[type="submit"], input[type="button"]',
      )
    )
      return !(element as HTMLButtonElement).disabled;
    const { cursor } = getComputedStyle(element);
    const isPicture = (at: Element | null) => at !== null && isFixedPicture(at);
    if (isPicture(element) && cursor !== 'pointer')
      return !isPicture(parentOf(element)) && !isField(element);
    if (
      cursor !== 'pointer' ||
      isField(element) ||
      element.closest('button, a, svg, [role="button"], label')
    )
      return false;
    const outer = parentOf(element);
    return !outer || getComputedStyle(outer).cursor !== 'pointer';
  }
  const isWritable = (element: Element) => {
    if (!isField(element)) return false;
    const outer = parentOf(element);
    if (
      (element as HTMLElement).isContentEditable &&
      (outer as HTMLElement | null)?.isContentEditable
    )
      return false;
    const { type, disabled, readOnly } = element as HTMLInputElement;
    const kinds = [
      'checkbox',
      'radio',
      'hidden',
      'submit',
      'button',
      'file',
      'range',
      'color',
      'image',
      'reset',
    ];
    return !disabled && !readOnly && !(element.localName === 'input' && kinds.includes(type));
  };
  const isThere = (element: Element) => element.checkVisibility() && boxOf(element).width > 0;
  return {
    title: cut(document.title),
    width: innerWidth,
    height: innerHeight,
    isLoaded: document.readyState === 'complete',
    presets: recognized.map(({ name }) => name),
    fields: all.filter(isWritable).slice(0, foundMax).map(fieldOf),
    controls: all
      .filter((element) => isThere(element) && isPressable(element))
      .filter((element) => sightOf(element, isFixed(element)) !== 'hidden')
      .slice(-foundMax)
      .map(controlOf),
  };
}
