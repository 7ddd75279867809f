import { describe, expect, it } from 'vitest';
import { chooseConsent, chooseField, chooseOpener, type FrameSurvey } from './choose.ts';
import { presetsToTry } from './fit-preset.ts';
import type { FoundControl, FoundField } from './survey.ts';

const shared = {
  name: '',
  hints: '',
  around: '',
  selector: 'x',
  box: { x: 900, y: 700, width: 300, height: 40 },
  sight: 'shown',
  isFixed: false,
  landmark: 'none',
  presets: [],
} satisfies Partial<FoundField>;
let next = 1;
const field = (given: Partial<FoundField> = {}): FoundField => ({
  ...shared,
  id: next++,
  kind: 'text',
  form: 'none',
  log: 'none',
  logSelector: '',
  send: 0,
  ...given,
});
const control = (given: Partial<FoundControl> = {}): FoundControl => ({
  ...shared,
  id: next++,
  box: { x: 1200, y: 720, width: 60, height: 60 },
  leaves: false,
  opens: false,
  isConsent: false,
  ...given,
});
const frame = (
  fields: FoundField[],
  controls: FoundControl[] = [],
  given: Partial<FrameSurvey> = {},
): FrameSurvey => ({
  frame: 0,
  survey: { title: '', width: 1280, height: 800, isLoaded: true, presets: [], fields, controls },
  offset: { x: 0, y: 0 },
  isFixed: false,
  about: '',
  isVisible: true,
  framedBy: [],
  launcherFramedBy: [],
  ...given,
});

/** A field as most widgets have it. */
const usual: Partial<FoundField> = {
  name: 'Type a message',
  around: 'div chat-widget',
  log: 'role',
  kind: 'multiline',
};

describe('the field of a chat', () => {
  it.each<[string, Partial<FoundField>, 'sure' | 'none']>([
    ['named, in a chat, below a log', usual, 'sure'],
    ['named, below a list that scrolls', { name: 'Ask us anything', log: 'scroll' }, 'sure'],
    ['without a name, in a chat, below a log', { around: 'div chat-widget', log: 'role' }, 'sure'],
    ['named in Japanese', { ...usual, name: 'メッセージを入力' }, 'sure'],
    [
      'with attributes of a search, but a name of a chat',
      { ...usual, hints: 'message-search' },
      'sure',
    ],
    ['named, without a place for messages', { ...usual, log: 'none' }, 'none'],
    ['named, with space, but nothing of a chat', { name: 'Your message', log: 'space' }, 'none'],
    ['below a log alone', { log: 'role' }, 'none'],
    ['a search box', { ...usual, kind: 'search' }, 'none'],
    ['in the form of a search', { ...usual, form: 'search' }, 'none'],
    ['in a search landmark', { ...usual, landmark: 'search' }, 'none'],
    ['in the form of a login', { ...usual, form: 'login' }, 'none'],
    ['for an e-mail address', { ...usual, kind: 'other' }, 'none'],
    ['named after a search', { ...usual, name: 'Search messages' }, 'none'],
    ['for comments', { ...usual, name: 'Write a comment' }, 'none'],
    [
      'in a form with other fields',
      { name: 'Your message', form: 'contact', log: 'scroll' },
      'none',
    ],
    [
      'in the footer, named only',
      { name: 'Your message', landmark: 'footer', log: 'scroll' },
      'none',
    ],
    ['that nobody sees', { ...usual, sight: 'hidden' }, 'none'],
  ])('%s', (_title, given, kind) => {
    expect(chooseField([frame([field(given)])]).kind).toBe(kind);
  });

  it('takes the one that is clearly ahead, and names the other', () => {
    const chat = field(usual);
    const other = field({ name: 'Your message', log: 'scroll' });
    const choice = chooseField([frame([other, chat])]);
    expect(choice).toMatchObject({
      kind: 'sure',
      best: { found: chat },
      others: [{ found: other }],
    });
    expect(choice.kind === 'sure' && choice.best.reasons).toContain('+25 a log is next to it');
  });

  it('is unsure between two that are alike, in one frame or in two', () => {
    const both = [field(usual), field({ ...usual, kind: 'text' })];
    expect(chooseField([frame(both)]).kind).toBe('unsure');
    const frames = both.map((one, at) => frame([one], [], { frame: at }));
    expect(chooseField(frames).kind).toBe('unsure');
  });

  it('is sure if the other one is in a frame that nobody sees', () => {
    const frames = [
      frame([field(usual)]),
      frame([field(usual)], [], { frame: 1, isVisible: false }),
    ];
    expect(chooseField(frames).kind).toBe('sure');
  });

  it('counts the name of its frame', () => {
    const bare = field({ log: 'scroll', kind: 'multiline' });
    expect(chooseField([frame([bare])]).kind).toBe('none');
    const about = 'chat-frame Chat with us';
    expect(chooseField([frame([bare], [], { about, isFixed: true })])).toMatchObject({
      kind: 'sure',
    });
  });
});

describe('what opens a chat', () => {
  const choose = (...controls: FoundControl[]) => chooseOpener([frame([], controls)], new Set());

  it.each<[string, Partial<FoundControl>, 'sure' | 'none']>([
    [
      'a fixed button in a corner that speaks of a chat',
      { name: 'Open chat', isFixed: true },
      'sure',
    ],
    [
      'a fixed picture in a corner that is named after one',
      { hints: 'div launcher', isFixed: true },
      'sure',
    ],
    ['a fixed button in a corner without a name', { isFixed: true }, 'none'],
    ['a link to another page', { name: 'Chat', isFixed: true, leaves: true }, 'none'],
    ['a button that asks for consent', { name: 'Help', isFixed: true, isConsent: true }, 'none'],
    ['a button of another messenger', { name: 'Chat on WhatsApp', isFixed: true }, 'none'],
    ['a button that closes the chat', { name: 'Close chat', isFixed: true }, 'none'],
    [
      'a button that opens and closes the chat',
      { name: 'Open or close chat', isFixed: true },
      'sure',
    ],
    ['one that nobody sees', { name: 'Open chat', isFixed: true, sight: 'hidden' }, 'none'],
    [
      'a word in the middle of the page',
      { name: 'Support', box: { x: 300, y: 200, width: 200, height: 20 } },
      'none',
    ],
  ])('%s', (_title, given, kind) => {
    const choice = choose(control(given));
    expect(choice.kind).toBe(kind);
  });

  it('takes the launcher, and not the tooltip beside it', () => {
    const launcher = control({ name: 'Open chat', isFixed: true });
    const tooltip = control({ name: 'Talk to me!', hints: 'div chat-tooltip', isFixed: true });
    expect(choose(tooltip, launcher)).toMatchObject({ kind: 'sure', best: { found: launcher } });
  });

  it('is unsure between two, and presses none twice', () => {
    const sales = control({ name: 'Chat with sales', isFixed: true });
    const support = control({ name: 'Chat with support', isFixed: true });
    expect(choose(sales, support).kind).toBe('unsure');
    const rest = chooseOpener([frame([], [sales, support])], new Set([`0:${sales.id}`]));
    expect(rest).toMatchObject({ kind: 'sure', best: { found: support } });
  });
});

describe('a box that asks for consent', () => {
  const asks = (...names: string[]) => {
    const controls = names.map((name) => control({ name, isConsent: true }));
    return chooseConsent([frame([], controls)], new Set())?.found.name;
  };

  it.each<[string[], string | undefined]>([
    [['Accept all', 'Reject all'], 'Reject all'],
    [['Alle akzeptieren', 'Nur notwendige'], 'Nur notwendige'],
    [['Accept', 'Settings'], 'Accept'],
    [['Settings'], undefined],
    [[], undefined],
  ])('%j: %s', (names, pressed) => {
    expect(asks(...names)).toBe(pressed);
  });

  it('does not follow a link to the privacy policy', () => {
    const link = control({ name: 'Accept our terms', isConsent: true, leaves: true });
    expect(chooseConsent([frame([], [link])], new Set())).toBeUndefined();
  });
});

describe('a preset', () => {
  const weak = field({ around: 'div chat-widget', log: 'scroll', presets: ['n8n'] });
  const of = (fields: FoundField[], presets = ['n8n']) => [
    frame(fields, [], { survey: { ...frame(fields).survey, presets } }),
  ];

  it('makes a field likely enough', () => {
    expect(chooseField(of([weak])).kind).toBe('none');
    expect(chooseField(of([weak]), presetsToTry())).toMatchObject({ kind: 'sure' });
  });

  it('counts only on a page that it is recognized by, or if the suite names it', () => {
    expect(chooseField(of([weak], []), presetsToTry()).kind).toBe('none');
    expect(chooseField(of([weak], []), presetsToTry('n8n')).kind).toBe('sure');
    expect(chooseField(of([weak]), presetsToTry('none')).kind).toBe('none');
  });

  it('decides between two that are alike only if the suite names it', () => {
    const both = of([field(usual), field({ ...usual, presets: ['n8n'] })]);
    expect(chooseField(both, presetsToTry()).kind).toBe('unsure');
    expect(chooseField(both, presetsToTry('n8n'))).toMatchObject({
      kind: 'sure',
      best: { found: { presets: ['n8n'] } },
    });
  });

  it.each<[string, Partial<FoundField>]>([
    ['a search box', { kind: 'search' }],
    ['a field of a login', { form: 'login' }],
    ['a field without a place for messages', { log: 'none', name: '' }],
  ])('does not make the field of a chat of %s', (_title, given) => {
    const named = of([field({ ...usual, presets: ['n8n'], ...given })]);
    expect(chooseField(named, presetsToTry('n8n')).kind).toBe('none');
  });

  it('names what opens the widget, but nothing that leads away', () => {
    const opens = (given: Partial<FoundControl>) => {
      const frames = of([]);
      frames[0]?.survey.controls.push(control({ isFixed: true, presets: ['n8n'], ...given }));
      return chooseOpener(frames, new Set(), presetsToTry()).kind;
    };
    expect(opens({})).toBe('sure');
    expect(opens({ presets: [] })).toBe('none');
    expect(opens({ leaves: true })).toBe('none');
  });
});
