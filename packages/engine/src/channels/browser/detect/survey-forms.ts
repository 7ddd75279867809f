/** Results of a survey of the forms in one frame of a page. */
import { surveyLimits } from './survey.ts';

export interface FormField {
  /** Number of the element in its frame, valid until the document is replaced. */
  id: number;
  /** Label as a person reads it. */
  label: string;
  kind: 'text' | 'choice' | 'check' | 'other';
  /** Type, autocomplete, name and id of the element. */
  about: string;
  isRequired: boolean;
  isFilled: boolean;
  /** Options to choose from. */
  options: string[];
}

interface FormButton {
  id: number;
  name: string;
  isSubmit: boolean;
}

export interface FoundForm {
  /** Headings and names of the form and of the dialog around it. */
  title: string;
  /** Names that developers gave to the form and the elements around it. */
  around: string;
  /** Address that the form is sent to. */
  action: string;
  /** True if it is a form element, not only fields next to a button. */
  isForm: boolean;
  /** True if it stays in place when the page scrolls, or is in a dialog. */
  isFixed: boolean;
  hasPassword: boolean;
  fields: FormField[];
  buttons: FormButton[];
  /** Error messages in the form. */
  complaint: string;
}

/**
 * Lists the forms of a frame and other containers that combine fields and buttons, through open shadow roots. Runs in each
 * frame of the page, so it must be self-contained.
 */
export function surveyForms({ elementsMax, foundMax, textMax }: typeof surveyLimits) {
  type Registry = {
    ids: WeakMap<Element, number>;
    byId: Map<number, WeakRef<Element>>;
    rooms: Map<number, unknown>;
    next: number;
  };
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const place = globalThis as unknown as Record<symbol, Registry | undefined>;
  const key = Symbol.for('parley.elements');
  const registry: Registry = place[key] ?? {
    ids: new WeakMap(),
    byId: new Map(),
    rooms: new Map(),
    next: 1,
  };
  place[key] = registry;
  function idOf(element: Element): number {
    const known = registry.ids.get(element);
    if (known !== undefined) return known;
    const id = registry.next++;
    registry.ids.set(element, id);
    registry.byId.set(id, new WeakRef(element));
    return id;
  }
  const cut = (text: string | null | undefined) =>
    String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, textMax);
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  function outersOf(element: Element): Element[] {
    const found: Element[] = [];
    for (let at = parentOf(element); at && found.length < 40; at = parentOf(at))
      if (at !== document.body && at !== document.documentElement) found.push(at);
    return found;
  }
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isDisplayed = element.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    });
    return isDisplayed && width > 0 && height > 0;
  };
  const roots: (Document | ShadowRoot)[] = [document];
  const all: Element[] = [];
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) {
      if (all.length < elementsMax) all.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  const pressable = 'button, [role="button"], input[type="submit"], input[type="button"]';
  const isButton = (element: Element) => element.matches(pressable) && isShown(element);
  const labelOf = (control: Element) => (control as Control).labels?.[0];
  const isControl = (element: Element) =>
    element.matches('select, textarea, input') &&
    !element.matches(':is(input[type=hidden], input[type=submit], input[type=button])') &&
    // Checkboxes are often drawn by their labels.
    (isShown(element) || (labelOf(element) ? isShown(labelOf(element) as Element) : false));

  const insideOf = (outer: Element, test: (element: Element) => boolean) =>
    all.filter((element) => test(element) && outersOf(element).includes(outer));
  const controls = all.filter(isControl);
  const containers = new Set<Element>();
  for (const control of controls) {
    const form =
      control.closest('form') ??
      outersOf(control).find((outer) => insideOf(outer, isButton).length > 0);
    if (form) containers.add(form);
  }
  // Only the outermost of nested forms count.
  const forms = [...containers].filter(
    (form) => !outersOf(form).some((outer) => containers.has(outer)),
  );

  function textWithout(element: Element | null | undefined): string {
    if (!element) return '';
    const copy = element.cloneNode(true) as Element;
    for (const inner of copy.querySelectorAll('select, textarea, input, script, style'))
      inner.remove();
    return cut(copy.textContent);
  }
  function nameOf(control: Element): string {
    const root = control.getRootNode() as Document | ShadowRoot;
    const named = (control.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => (id ? textWithout(root.getElementById(id)) : ''))
      .join(' ');
    const before = control.previousElementSibling;
    const names = [
      named,
      control.getAttribute('aria-label'),
      textWithout(labelOf(control)),
      control.getAttribute('placeholder'),
      control.getAttribute('title'),
      before?.matches('label, span, div, p, b') ? textWithout(before) : '',
      control.getAttribute('name'),
    ];
    return names.map(cut).find((name) => name !== '') ?? '';
  }
  function fieldOf(control: Control) {
    const type = control.localName === 'input' ? control.type : control.localName;
    const isText = ['text', 'email', 'tel', 'url', 'number', 'search', 'textarea'].includes(type);
    const label = nameOf(control);
    const kinds: Record<string, FormField['kind']> = { select: 'choice', checkbox: 'check' };
    return {
      id: idOf(control),
      label,
      kind: isText ? ('text' as const) : (kinds[type] ?? ('other' as const)),
      about: cut(`${type} ${control.autocomplete} ${control.name} ${control.id}`),
      isRequired:
        control.required ||
        control.getAttribute('aria-required') === 'true' ||
        /\*|\(required\)/i.test(`${textWithout(labelOf(control))} ${label}`),
      isFilled: type === 'checkbox' ? (control as HTMLInputElement).checked : control.value !== '',
      options:
        control instanceof HTMLSelectElement
          ? [...control.options]
              .filter((option) => option.value !== '' && !option.disabled)
              .map((option) => cut(option.text))
              .slice(0, foundMax)
          : [],
    };
  }
  const hintsOf = (element: Element) =>
    ['id', 'class', 'name', 'data-testid', 'aria-label', 'role']
      .map((name) => element.getAttribute(name) ?? '')
      .join(' ');
  function complaintOf(form: Element, fields: Element[]): string {
    const invalid = fields.filter(
      (field) => field.matches(':invalid') || field.getAttribute('aria-invalid') === 'true',
    );
    const told = insideOf(form, (element) => element.matches('[role=alert], [class*=error]'))
      .filter(isShown)
      .map(textWithout);
    const own = invalid.map(
      (field) => `${nameOf(field)}: ${(field as Control).validationMessage || 'not accepted'}`,
    );
    return cut([...new Set([...told, ...own])].filter((text) => text !== '').join(' '));
  }

  return forms.slice(0, foundMax).map((form) => {
    const inside = insideOf(form, isControl);
    const buttons = insideOf(form, isButton);
    const outers = [form, ...outersOf(form)];
    const dialog = outers.find((outer) => outer.matches('dialog, [role=dialog]'));
    const headings = insideOf(form, (element) => element.matches('h1, h2, h3, h4, h5, h6, legend'));
    return {
      title: cut(
        [form, ...(dialog ? [dialog] : [])]
          .map((at) => at.getAttribute('aria-label') ?? '')
          .concat(headings.map(textWithout))
          .join(' '),
      ),
      around: outers.slice(0, 12).map(hintsOf).join(' ').replace(/\s+/g, ' ').slice(0, 1_000),
      action: cut(form.getAttribute('action')),
      isForm: form.localName === 'form',
      isFixed: outers.some(
        (outer) =>
          ['fixed', 'sticky'].includes(getComputedStyle(outer).position) ||
          outer.matches('dialog[open], [role=dialog], [aria-modal=true]'),
      ),
      hasPassword: insideOf(form, (element) => element.matches('input[type=password]')).length > 0,
      fields: inside.slice(0, foundMax).map((control) => fieldOf(control as Control)),
      buttons: buttons.slice(0, foundMax).map((button) => ({
        id: idOf(button),
        name: cut(
          button.getAttribute('aria-label') || textWithout(button) || (button as Control).value,
        ),
        isSubmit: (button as HTMLButtonElement).type === 'submit',
      })),
      complaint: complaintOf(form, inside),
    };
  });
}

const isText = (value: unknown) => typeof value === 'string' && value.length <= 1_000;
const areTexts = (value: unknown, max: number) =>
  Array.isArray(value) && value.length <= max && value.every(isText);

/** Checks that the page's scripts have not tampered with the result. */
export const areForms = (read: unknown): read is FoundForm[] =>
  Array.isArray(read) &&
  read.length <= surveyLimits.foundMax &&
  read.every(
    (form: Partial<FoundForm> | null) =>
      [form?.title, form?.around, form?.action, form?.complaint].every(isText) &&
      Array.isArray(form?.buttons) &&
      form.buttons.length <= surveyLimits.foundMax &&
      form.buttons.every((button) => Number.isInteger(button?.id) && isText(button.name)) &&
      Array.isArray(form?.fields) &&
      form.fields.length <= surveyLimits.foundMax &&
      form.fields.every(
        (field) =>
          Number.isInteger(field?.id) &&
          isText(field.label) &&
          isText(field.about) &&
          areTexts(field.options, surveyLimits.foundMax),
      ),
  );
