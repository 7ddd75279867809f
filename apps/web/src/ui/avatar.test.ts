import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Avatar, initialsOf } from './avatar.tsx';

/** Reads the style from the rendered markup, because jsdom drops colors that it cannot parse. */
const styleOf = (name: string) =>
  /style="([^"]+)"/.exec(renderToStaticMarkup(createElement(Avatar, { name })))?.[1];

const textOf = (name: string) =>
  renderToStaticMarkup(createElement(Avatar, { name })).replace(/<[^>]+>/g, '');

describe('an avatar', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  grace   brewster hopper ', 'GB'],
    ['Plato', 'P'],
    ['øystein Ålesund', 'ØÅ'],
    ['', ''],
  ])('[S-096] shows the first letters of the first two parts of "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
    expect(textOf(name)).toBe(initials);
  });

  it('[S-095] has a colour that derives from the name', () => {
    expect(styleOf('Ada Lovelace')).toBe(styleOf('Ada Lovelace'));
    const names = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'];
    expect(new Set(names.map(styleOf)).size).toBeGreaterThan(2);
  });
});
