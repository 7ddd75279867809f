/**
 * Lists CSS selectors that could find only this element, most stable first. Runs in a frame of the page, so it must be
 * self-contained. The caller checks the selectors.
 */
export function selectorsFor(element: Element): string[] {
  const isName = (name: string) => /^[A-Za-z][\w-]{0,40}$/.test(name);
  // Generated names change with the next release of the page.
  const isLasting = (name: string) =>
    isName(name) &&
    !/\d{3,}/.test(name) &&
    !/^(css|sc|jss|jsx|emotion|svelte|ng|_ng\w*|data-v)-/i.test(name) &&
    !/(^|[-_])(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z\d]{5,}$/.test(name) &&
    !/(active|focus|hover|open|selected|visible|hidden|disabled|loading|animat)/i.test(name);
  const attributes = [
    'data-testid',
    'data-test',
    'data-test-id',
    'data-qa',
    'name',
    'aria-label',
    'placeholder',
    'data-placeholder',
    'title',
    'type',
    'role',
  ];
  function waysOf(at: Element): { lasting: string[]; others: string[] } {
    const tag = /^[a-z][\w-]*$/.test(at.localName) ? at.localName : '*';
    const ids = isName(at.id) ? [`#${at.id}`] : [];
    const given = attributes.flatMap((name) => {
      const value = at.getAttribute(name) ?? '';
      return /^[^"\\\n\r]{1,60}$/.test(value) ? [`${tag}[${name}="${value}"]`] : [];
    });
    const classes = [...at.classList].filter(isName).slice(0, 8);
    const named = (list: string[]) => list.map((name) => `.${name}`);
    return {
      lasting: [
        ...(isLasting(at.id) ? ids : []),
        ...given,
        ...named(classes.filter(isLasting)),
        ...(tag.includes('-') || ['textarea', 'iframe'].includes(tag) ? [tag] : []),
      ],
      others: [...ids, ...named(classes), tag],
    };
  }
  const own = waysOf(element);
  const outers: Element[] = [];
  for (let at = element.parentElement; at && outers.length < 10; at = at.parentElement)
    outers.push(at);
  const inside = (inner: string[], pick: 'lasting' | 'others') =>
    outers.flatMap((outer) =>
      waysOf(outer)
        [pick].filter((way) => way !== outer.localName)
        .slice(0, 4)
        .flatMap((way) => inner.slice(0, 3).map((part) => `${way} ${part}`)),
    );
  function steps(): string[] {
    const path: string[] = [];
    const found: string[] = [];
    for (let at: Element | null = element; at && path.length < 8; at = at.parentElement) {
      const { localName } = at;
      const same = [...(at.parentNode?.children ?? [])].filter(
        (other) => other.localName === localName,
      );
      path.unshift(
        same.length > 1 ? `${localName}:nth-of-type(${same.indexOf(at) + 1})` : localName,
      );
      found.push(path.join(' > '));
    }
    return found;
  }
  const [plain = ''] = own.others.slice(-1);
  const all = [
    ...own.lasting,
    ...inside([...own.lasting, plain], 'lasting'),
    ...own.others,
    ...inside(own.others.slice(-2), 'others'),
    ...steps(),
  ];
  return [...new Set(all)].filter((way) => way.length <= 200).slice(0, 80);
}
