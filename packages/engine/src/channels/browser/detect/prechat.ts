/**
 * The form that some chats show before they open: name, email, consent. Parley fills in only what the suite says, and never a
 * login form.
 */
import { ConversationError } from '@parley/egress';
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { limits } from '../../../limits.ts';
import type { FrameSurvey } from './choose.ts';
import { elementOf } from './element-of.ts';
import { surveyLimits } from './survey.ts';
import { areForms, type FormField, type FoundForm, surveyForms } from './survey-forms.ts';
import { WidgetUnsureError } from './unsure.ts';
import { words } from './words.ts';

/** Values by the labels of the form's fields. */
export type Prechat = Readonly<Record<string, string>>;

export interface PrechatForm extends FoundForm {
  frame: Frame;
}

const has = (pattern: string, text: string) => new RegExp(pattern, 'iu').test(text);

/**
 * @param frame attributes of the frame that contains the form
 * @returns true if chats show such a form before they open
 */
function isPrechat(form: FoundForm, frame: Pick<FrameSurvey, 'about' | 'isFixed'>): boolean {
  const { title, around, action, fields, buttons, isFixed, hasPassword } = form;
  const pressed = buttons.map(({ name }) => name).join(' | ');
  const isChat = has(words.chatName, `${around} ${frame.about}`) || /\bchat/i.test(title);
  const isInPlace = isFixed || frame.isFixed || has(words.startChat, pressed);
  const isOther =
    hasPassword ||
    has(words.login, `${title} | ${pressed} | ${action}`) ||
    has(words.notPrechat, `${pressed} | ${action}`) ||
    fields.some(({ about, label }) => has(words.secretField, `${about} | ${label}`));
  // The label of a single field does not count, because the field of a chat can mention phones.
  const isAlone = fields.length === 1 && !has(words.startChat, pressed);
  const asks = fields.some(isAlone ? isForPerson : asksForPerson);
  return isChat && isInPlace && !isOther && asks && buttons.length > 0;
}

const isForPerson = ({ kind, about }: FormField) => kind === 'text' && has(words.person, about);

const asksForPerson = ({ kind, about, label }: FormField) =>
  kind === 'text' && has(words.person, `${about} | ${label}`);

/**
 * @returns true if the form around this field also asks for personal data, so that it is a form before the chat. In an open
 * chat, the field can mention phones, and a message of the bot can ask for an address.
 */
export const asksBesides = ({ fields, buttons, isForm }: FoundForm, id: number): boolean =>
  (isForm || buttons.some(({ name }) => has(words.startChat, name))) &&
  fields.some((field) => field.id === id) &&
  fields.some((field) => field.id !== id && asksForPerson(field));

/** Finds the forms on the page that a chat shows before it opens. */
export async function findPrechat(
  page: Page,
  frames: readonly Frame[],
  surveys: readonly FrameSurvey[],
): Promise<PrechatForm[]> {
  const found = await Promise.all(
    surveys
      .filter(({ isVisible }) => isVisible)
      .map(async (survey) => {
        const frame = frames[survey.frame];
        const read: unknown = await frame?.evaluate(surveyForms, surveyLimits).catch(() => []);
        if (!frame || !areForms(read)) return [];
        return read.filter((form) => isPrechat(form, survey)).map((form) => ({ ...form, frame }));
      }),
  );
  return page.isClosed() ? [] : found.flat();
}

const plain = (text: string) =>
  text
    .replace(/\(required\)|[*:]/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const shown = ({ label }: FormField) => `"${label.replace(/\s*\*+\s*$/, '').slice(0, 80)}"`;

function describeField(field: FormField): string {
  const { kind, options, isRequired } = field;
  const facts = [
    ...(kind === 'choice' ? [`one of ${options.slice(0, 8).join(', ')}`] : []),
    ...(kind === 'check' ? ['a checkbox'] : []),
    ...(isRequired ? ['required'] : []),
  ];
  return `${shown(field)}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`;
}

/** Example of a value that the field accepts. */
function exampleOf({ kind, about, options }: FormField): string {
  if (kind === 'choice') return options[0] ?? '';
  if (kind === 'check') return 'yes';
  if (/email/i.test(about)) return 'test@example.com';
  return /\btel/i.test(about) ? '+1 202 555 0123' : 'Test';
}

function exampleFor(fields: readonly FormField[]): string {
  const needed = fields.filter(({ isRequired }) => isRequired);
  const entries = (needed.length > 0 ? needed : fields).map(
    (field) => `${JSON.stringify(shown(field).slice(1, -1))}: ${JSON.stringify(exampleOf(field))}`,
  );
  return `prechat: { ${entries.slice(0, 6).join(', ')} }`;
}

const failure = (code: string, message: string, hint: string, lines: readonly string[] = []) =>
  new WidgetUnsureError(message, hint, lines, code);

/** The error for a form that the suite does not say how to fill in. */
export const prechatAsked = ({ fields }: FoundForm, lines: readonly string[] = []) =>
  failure(
    'prechat-form',
    `Before the chat opens, the page asks for ${fields.map(describeField).join(', ')}.`,
    `Say in the channel what to fill in, for example ${exampleFor(fields)}. Parley fills in nothing else.`,
    lines,
  );

/** The error for a form that is still displayed after it was sent. */
export const prechatRefused = ({ complaint }: FoundForm, lines: readonly string[] = []) =>
  failure(
    'prechat-refused',
    `The form before the chat is still there after it was filled in${complaint ? `: ${complaint}` : '.'}`,
    'Look at the screenshot, and check the values under prechat.',
    lines,
  );

const mismatch = (message: string, { fields }: FoundForm) =>
  failure(
    'prechat-mismatch',
    message,
    `The form asks for ${fields.map(describeField).join(', ')}. Correct prechat in the channel.`,
  );

/**
 * Assigns values to fields.
 *
 * @throws WidgetUnsureError before anything is typed if the values do not fit the form
 */
function assignPrechat(form: FoundForm, prechat: Prechat): { field: FormField; value: string }[] {
  const { fields } = form;
  const assigned = Object.entries(prechat).map(([label, value]) => {
    const wanted = plain(label);
    const exact = fields.filter((field) => plain(field.label) === wanted);
    const partial = fields.filter((field) => wanted !== '' && plain(field.label).includes(wanted));
    const [field, another] = exact.length > 0 ? exact : partial;
    if (!field) throw mismatch(`No field of the form before the chat is "${label}".`, form);
    if (another) throw mismatch(`Several fields of the form before the chat are "${label}".`, form);
    checkValue(form, field, value);
    return { field, value };
  });
  const isAssigned = (field: FormField) => assigned.some((each) => each.field === field);
  const twice = fields.find((field) => assigned.filter((each) => each.field === field).length > 1);
  if (twice) throw mismatch(`prechat has two values for ${shown(twice)}.`, form);
  const missing = fields.filter(
    (field) => field.isRequired && !field.isFilled && !isAssigned(field),
  );
  if (missing.length > 0)
    throw mismatch(`prechat has no value for ${missing.map(shown).join(', ')}.`, form);
  return assigned;
}

const yes = /^(true|yes|on)$/i;
const no = /^(false|no|off)$/i;

function checkValue(form: FoundForm, field: FormField, value: string): void {
  if (field.kind === 'other') throw mismatch(`${shown(field)} can't be filled in by Parley.`, form);
  if (field.kind === 'check' && !yes.test(value) && !no.test(value))
    throw mismatch(`${shown(field)} is a checkbox: write yes or no.`, form);
  if (field.kind === 'choice' && optionOf(field, value) === undefined)
    throw mismatch(`${shown(field)} has no option "${value.slice(0, 80)}".`, form);
}

const optionOf = ({ options }: FormField, value: string) =>
  options.find((option) => option === value) ??
  options.find((option) => plain(option) === plain(value));

/** Finds the button that sends the form, not one that cancels it. */
function sendOf({ buttons }: FoundForm) {
  const kept = buttons.filter(({ name }) => !has(`${words.leave}|${words.cancel}`, name));
  const submits = kept.filter(({ isSubmit }) => isSubmit);
  return (
    kept.find(({ name }) => has(words.startChat, name)) ??
    (submits.length > 0 ? submits : kept).at(-1)
  );
}

/**
 * Fills in the form and sends it.
 *
 * @returns a line for the explanation
 */
export async function fillPrechat(
  form: PrechatForm,
  prechat: Prechat,
  deadline: number,
): Promise<string> {
  const timeout = Math.max(500, Math.min(limits.pageReactMs, deadline - performance.now()));
  const assigned = assignPrechat(form, prechat);
  try {
    for (const { field, value } of assigned) {
      const element = await elementOf(form.frame, field.id);
      if (!element) throw new Error('it is gone');
      if (field.kind === 'choice')
        await element.selectOption({ label: optionOf(field, value) ?? value }, { timeout });
      else if (field.kind === 'text') await element.fill(value, { timeout });
      else await tick(element, yes.test(value));
    }
    const send = sendOf(form);
    const button = send && (await elementOf(form.frame, send.id));
    await button?.click({ timeout });
  } catch (cause) {
    if (cause instanceof ConversationError) throw cause;
    throw failure(
      'prechat-refused',
      'The form before the chat could not be filled in.',
      'Look at the screenshot: something may cover it, or it may be disabled.',
    );
  }
  const labels = assigned.map(({ field }) => shown(field)).join(', ');
  return `Filled in the form before the chat: ${labels || 'nothing'}`;
}

/** Ticks a checkbox by script, because many are drawn by their labels and cannot be clicked themselves. */
const tick = (box: ElementHandle<HTMLElement>, wanted: boolean) =>
  box.evaluate((node, isWanted) => {
    if ((node as HTMLInputElement).checked !== isWanted) node.click();
  }, wanted);
