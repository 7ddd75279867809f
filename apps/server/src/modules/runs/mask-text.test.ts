import { describe, expect, it } from 'vitest';
import { maskName, maskText } from './mask-text.ts';

describe('a masked text', () => {
  it.each([
    ['We open at 8.', 'We open at •.'],
    ['Call +49 (30) 12-34.', 'Call +•• (••) ••-••.'],
    ['Arabic ٤٢, Devanagari ४२', 'Arabic ••, Devanagari ••'],
    ['Write to ada@example.org, please', 'Write to •••@•••, please'],
    ['<ada.lovelace+1@mail.example.co.uk>', '<•••@•••>'],
    ['jörg@exämple.de', '•••@•••'],
    ['at 5@home', 'at •@home'],
    ['ada@home@example.org', 'ada@•••@•••'],
    ['', ''],
  ])('%s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it('may be as long as an answer of a bot', () => {
    const word = 'a'.repeat(1_000_000);
    expect(maskText(word)).toBe(word);
    expect(maskText(`${word}@example.org`)).toBe('•••@•••');
  });
});

describe('a masked name', () => {
  it.each([
    ['Test 2', 'Test 2'],
    ['Release 2.31', 'Release 2.31'],
    ['Card 4111 1111 1111 1111', 'Card •••• •••• •••• ••••'],
    ['Born 12/03/1990', 'Born ••/••/••••'],
    ['As ada@example.org', 'As •••@•••'],
  ])('%s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });
});
