import { expect, it } from 'vitest';
import { landingCards } from './landing-cards.ts';

it('[A-133] the landing has a card with title and text for each of its seven states', () => {
  expect(Object.keys(landingCards).toSorted()).toEqual([
    'already_verified',
    'domain_exists_active',
    'domain_exists_inactive',
    'error',
    'invalid_token',
    'loading',
    'success',
  ]);
  for (const { title, text } of Object.values(landingCards)) {
    expect(title).not.toBe('');
    expect(text).not.toBe('');
  }
});
