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
  for (const part of ['title', 'text'] as const) {
    const shown = Object.values(landingCards).map((card) => card[part]);
    expect(new Set(shown).size).toBe(7);
    expect(shown).not.toContain('');
  }
});
