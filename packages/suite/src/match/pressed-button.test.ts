import { describe, expect, it } from 'vitest';
import { inTitles, pressedButton, sentBy } from './pressed-button.ts';

const buttons = [
  { title: 'Yes', value: '/affirm' },
  { title: 'No', value: '/deny' },
  { title: 'Open', value: 'https://shop.example/' },
  { title: 'Later' },
  { title: 'Caf\u00e9 ', value: '/cafe' },
  { title: 'No', value: '/deny{"sure": true}' },
];

describe('a button', () => {
  it.each([
    ['Yes', '/affirm'],
    [' Yes ', '/affirm'],
    ['Cafe\u0301', '/cafe'],
    // If several buttons have the same title, the last one is meant, as on a page.
    ['No', '/deny{"sure": true}'],
    ['Later', 'Later'],
    // A link opens a page and sends nothing of its own.
    ['Open', 'Open'],
  ])('is pressed by its title, %s, and sends %s', (title, sent) => {
    const button = pressedButton(title, buttons);
    expect(button && sentBy(button)).toBe(sent);
  });

  it.each(['yes', 'YES', 'Yes please', '', '/affirm'])('is not pressed by %j', (text) => {
    expect(pressedButton(text, buttons)).toBeUndefined();
  });

  it('is told by its title where its value was said', () => {
    const say = (text: string) => inTitles({ kind: 'text', text }, buttons);
    expect(say('/affirm')).toEqual({ kind: 'text', text: 'Yes' });
    expect(say('Yes')).toEqual({ kind: 'text', text: 'Yes' });
    expect(say('hello')).toEqual({ kind: 'text', text: 'hello' });
    expect(inTitles({ kind: 'open' }, buttons)).toEqual({ kind: 'open' });
  });
});
