import { describe, expect, it } from 'vitest';
import { initialsOf } from './avatar.tsx';
import { tintOf } from './hue-of.ts';

describe('an avatar', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  grace   brewster hopper ', 'GB'],
    ['Plato', 'P'],
    ['øystein Ålesund', 'ØÅ'],
    ['', ''],
  ])('[S-096] shows the first letters of the first two parts of "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('[S-095] has a colour that derives from the name', () => {
    expect(tintOf('Ada Lovelace')).toEqual(tintOf('Ada Lovelace'));
    const names = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'];
    expect(new Set(names.map((name) => tintOf(name).color)).size).toBeGreaterThan(2);
  });
});
