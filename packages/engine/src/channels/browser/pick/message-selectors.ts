interface Request {
  /** Number of the field, as assigned by `surveyPage`; 0 if there is none. */
  field: number;
  /** Messages that the person has sent on this page. */
  said: string[];
  /** Texts of the bot's replies, if they are known. */
  replies: string[];
}

export interface MessageSelectors {
  /**
   * Reason why no selectors were found: the click was on the person's own message, on more than one message, outside the
   * message area, or on an element without text.
   */
  refusal: 'none' | 'yours' | 'wide' | 'outside' | 'empty';
  /** Selectors of the message, most likely ones first. */
  selectors: string[];
  /** True if a message of the person is displayed, so that selectors could be compared with it. */
  showsPerson: boolean;
}

/**
 * Finds selectors that match the clicked message and others like it, but no message of the person. Runs in a frame of the page,
 * so it must be self-contained.
 */
export function messageSelectors(
  clicked: Element,
  { field, said, replies }: Request,
): MessageSelectors {
  type Room = { log: WeakRef<Element>; root: WeakRef<Element>; field: WeakRef<Element> };
  const place = globalThis as unknown as Record<symbol, { rooms: Map<number, Room> } | undefined>;
  const room = place[Symbol.for('parley.elements')]?.rooms.get(field);
  const log = room?.log.deref();
  const input = room?.field.deref();
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  // Only displayed text counts, not hidden text in the markup.
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no message
  const wordsOf = (element: Element) => plain((element as HTMLElement).innerText ?? '');
  const outerOf = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  function chainOf(element: Element): Element[] {
    const chain = [element];
    for (let at = outerOf(element); at && chain.length < 60; at = outerOf(at)) chain.push(at);
    return chain;
  }
  const holds = (outer: Element, inner: Element) => chainOf(inner).includes(outer);
  const touches = (a: Element, b: Element) => holds(a, b) || holds(b, a);
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const all: Element[] = [];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.shift(); root && all.length < 20_000; root = roots.shift())
    for (const element of root.querySelectorAll('*')) {
      if (all.push(element) >= 20_000) break;
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  const refuse = (refusal: MessageSelectors['refusal']) => ({
    refusal,
    selectors: [],
    showsPerson: persons.length > 0,
  });

  const isTyped = (element: Element) =>
    element.matches('input, textarea, script, style') || (input && touches(element, input));
  const withWords = all.filter(
    (element) => said.includes(plain(element.textContent)) && !isTyped(element) && isShown(element),
  );
  /** The innermost elements whose text is just a message of the person. */
  const persons = withWords.filter(
    (element) => !withWords.some((other) => other !== element && holds(element, other)),
  );

  if (input && touches(clicked, input)) return refuse('wide');
  if (persons.some((person) => holds(person, clicked))) return refuse('yours');
  if (log && !holds(log, clicked)) return refuse('outside');
  if (wordsOf(clicked) === '' && !clicked.querySelector('img, button')) return refuse('empty');

  /** Candidates for the message: from the clicked element up to the last one without a message of the person. */
  const chain: Element[] = [];
  for (const at of chainOf(clicked)) {
    const isTooWide = persons.some((person) => touches(at, person)) || (input && holds(at, input));
    if (at === log || isTooWide || at === document.body) break;
    chain.push(at);
  }
  if (chain.length === 0) return refuse(persons.length > 0 ? 'yours' : 'wide');
  if (said.includes(wordsOf(chain.at(-1) as Element))) return refuse('yours');

  const isName = (name: string) => /^[A-Za-z][\w-]{0,40}$/.test(name);
  const isLasting = (name: string) =>
    isName(name) &&
    !/\d{3,}/.test(name) &&
    !/^(css|sc|jss|emotion|svelte)-/i.test(name) &&
    !/(^|[-_])(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z\d]{5,}$/.test(name);
  const facts = [
    'data-role',
    'data-author',
    'data-from',
    'data-sender',
    'data-message-author-role',
    'data-message-role',
    'data-type',
    'data-testid',
    'data-test',
    'data-origin',
    'data-direction',
    'role',
  ];
  function waysOf(at: Element): string[] {
    const classes = [...at.classList].filter(isName).slice(0, 6);
    const given = facts.flatMap((name) => {
      const value = at.getAttribute(name) ?? '';
      return /^[A-Za-z][\w -]{0,40}$/.test(value) && !/\d{2,}/.test(value)
        ? [`[${name}="${value}"]`]
        : [];
    });
    const single = [...classes.map((name) => `.${name}`), ...given];
    const pairs = single.flatMap((a, index) => single.slice(index + 1).map((b) => `${a}${b}`));
    const tag = at.localName.includes('-') ? [at.localName] : [];
    return [...single, ...tag, ...pairs];
  }
  /** Excludes names that only the person's messages have. */
  function without(way: string): string[] {
    const matching = persons.flatMap((person) => chainOf(person).filter((at) => at.matches(way)));
    const names = new Set(matching.flatMap((at) => [...at.classList]).filter(isLasting));
    for (const at of chain) for (const name of at.classList) names.delete(name);
    return [...names].slice(0, 4).map((name) => `${way}:not(.${name})`);
  }
  const bodies = chain.slice(0, 8);
  const ways: [way: string, body: Element][] = [];
  for (const [index, body] of bodies.entries()) {
    const own = waysOf(body).slice(0, 24);
    for (const way of own) ways.push([way, body]);
    for (const way of own.slice(0, 6)) for (const other of without(way)) ways.push([other, body]);
    const inner = [...own.slice(0, 4), body.localName];
    for (const outer of chain.slice(index + 1, index + 7))
      for (const way of waysOf(outer).slice(0, 8)) {
        for (const part of inner) ways.push([`${way} ${part}`, body]);
        for (const other of without(way).slice(0, 2)) ways.push([`${other} ${inner[0]}`, body]);
      }
  }

  const person = persons.at(-1);
  const list = person ? chainOf(clicked).find((at) => holds(at, person)) : log;
  const units = list
    ? all.filter(
        (element) =>
          outerOf(element) === list &&
          isShown(element) &&
          wordsOf(element) !== '' &&
          !persons.some((other) => touches(element, other)) &&
          !(input && touches(element, input)),
      )
    : [];
  const known = replies.map(plain).filter((text) => text !== '');
  const whole = known.join(' ');
  const seen = new Map<string, number>();
  function rate(way: string, body: Element): number | undefined {
    const matches = all.filter((element) => element.matches(way) && isShown(element));
    if (!matches.includes(body) || matches.length > 300) return undefined;
    const isWrong = matches.some(
      (match) =>
        persons.some((other) => touches(match, other)) ||
        (input && holds(match, input)) ||
        match === log ||
        (log && !holds(log, match)) ||
        matches.some((other) => other !== match && holds(match, other)),
    );
    if (isWrong) return undefined;
    const text = wordsOf(body);
    const reached = units.filter((unit) => matches.some((match) => touches(unit, match))).length;
    const names = way.match(/[\w-]+/g) ?? [];
    const isWhole = text === whole;
    const isKnown = isWhole || known.includes(text);
    const isPiece = !isKnown && known.some((reply) => reply.includes(text));
    return (
      (/bot|assistant|agent|receiv|incoming|\bai\b|operator|response|reply|them|left/i.test(way)
        ? 30
        : 0) +
      (/message|msg|bubble|content|text/i.test(way) ? 10 : 0) +
      (units.length > 0 ? (25 * reached) / units.length : 0) +
      (isKnown ? 25 : 0) +
      (isWhole ? 20 : 0) -
      (isPiece ? 35 : 0) -
      (names.some((name) => /[A-Za-z]/.test(name) && !isLasting(name)) ? 40 : 0) -
      (way.includes(':not(') ? 12 : 0) -
      (/(^| )[a-z]+$/.test(way) ? 8 : 0) -
      4 * (way.split(/[ .[]/).length - 1) -
      way.length / 20
    );
  }
  for (const [way, body] of ways.slice(0, 600)) {
    if (seen.has(way) || way.length > 200) continue;
    const score = rate(way, body);
    if (score !== undefined) seen.set(way, score);
  }
  const best = [...seen].sort(([, a], [, b]) => b - a).slice(0, 12);
  return {
    refusal: 'none',
    selectors: best.map(([way]) => way),
    showsPerson: persons.length > 0,
  };
}
