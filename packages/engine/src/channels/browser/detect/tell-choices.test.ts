import { describe, expect, it } from 'vitest';
import type { Block, Room } from './room.ts';
import { tellChoices } from './tell-choices.ts';
import type { TurnStart } from './tell-turn.ts';

let next = 10;
const block = (text: string, style: string, choice?: number): Block => ({
  key: `${next}:0`,
  text,
  path: [1, 2, next++],
  style,
  left: 8,
  right: 200,
  images: [],
  links: [],
  isTyping: false,
  ...(choice !== undefined && { choice }),
});
const room = (...blocks: Block[]): Room => ({
  isRightToLeft: false,
  width: 400,
  typed: '',
  blocks,
  buttons: blocks.flatMap(({ choice, text, path }) =>
    choice === undefined ? [] : [{ id: choice, title: text, isInLog: true, path }],
  ),
  typing: [],
  unfinished: [],
  coming: [],
});
const start = (seen: Block[] = [], styles: Partial<TurnStart> = {}): TurnStart => ({
  seen: new Map(seen.map(({ key, text }) => [key, text])),
  utterance: 'hello',
  personStyles: new Set(),
  botStyles: new Set(),
  showsPerson: true,
  ...styles,
});
const choicesOf = ({ buttons }: Room) => buttons.map(({ title }) => title);
const textsOf = ({ blocks }: Room) =>
  blocks.filter(({ choice }) => choice === undefined).map(({ text }) => text);

describe('choices and messages that can be clicked', () => {
  const echo = block('hello', 'me');

  it('takes for choices what stands beside a message of other looks', () => {
    const told = tellChoices(
      room(echo, block('Which?', 'bot'), block('Savings', 'chip', 90)),
      start(),
    );
    expect(choicesOf(told)).toEqual(['Savings']);
    expect(textsOf(told)).toEqual(['hello', 'Which?']);
  });

  it('takes for a message what looks like one beside it, so that no forbidden word hides', () => {
    const long = block('A message that is too long for a choice', 'bot');
    const told = tellChoices(
      room(echo, long, block('I cancelled your order.', 'bot', 91)),
      start(),
    );
    expect(choicesOf(told)).toEqual([]);
    expect(textsOf(told)).toContain('I cancelled your order.');
  });

  it('takes for a message what is new where the bot says nothing else', () => {
    const told = tellChoices(room(block('hello', 'me', 92), block('Hi', 'bot', 93)), start());
    expect(choicesOf(told)).toEqual([]);
    expect(textsOf(told)).toEqual(['hello', 'Hi']);
  });

  it('takes what was just typed for the message of the person', () => {
    const told = tellChoices(
      room(block('Hello!', 'me', 99), block('Which?', 'bot'), block('Savings', 'chip', 100)),
      start(),
    );
    expect(choicesOf(told)).toEqual(['Savings']);
    expect(textsOf(told)).toEqual(['Hello!', 'Which?']);
  });

  it('keeps a choice that repeats what was just typed', () => {
    const told = tellChoices(
      room(echo, block('Which?', 'bot'), block('Hello', 'chip', 101)),
      start(),
    );
    expect(choicesOf(told)).toEqual(['Hello']);
  });

  it('keeps choices of an earlier turn while the bot says nothing', () => {
    const before = [block('Which?', 'bot'), block('Savings', 'chip', 94)];
    const told = tellChoices(room(...before, echo), start(before));
    expect(choicesOf(told)).toEqual(['Savings']);
    expect(textsOf(told)).toEqual(['Which?', 'hello']);
  });

  it('keeps choices that were only drawn again', () => {
    const before = [block('Which?', 'bot'), block('Savings', 'chip', 95)];
    const again = block('Savings', 'chip', 96);
    const told = tellChoices(room(before[0] as Block, again, echo), start(before));
    expect(choicesOf(told)).toEqual(['Savings']);
  });

  it('never takes an earlier message of the person for a button', () => {
    const before = [block('hello', 'me', 97), block('Hi', 'bot', 98)];
    const styles = { personStyles: new Set(['me']), botStyles: new Set(['bot']) };
    expect(choicesOf(tellChoices(room(...before), start(before, styles)))).toEqual([]);
  });
});
