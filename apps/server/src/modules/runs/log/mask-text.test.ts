import { describe, expect, it } from 'vitest';
import { maskAddresses, maskName, maskText } from './mask-text.ts';

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

describe('a failure without addresses', () => {
  it.each([
    [
      '"#open" (open: what opens the chat) did not appear on https://bot.corp/chat?key=abc within 5 s.',
      '"#open" (open: what opens the chat) did not appear on ••• within 5 s.',
    ],
    [
      'Parley is not allowed to connect to intranet:8080.',
      'Parley is not allowed to connect to •••.',
    ],
    [
      'Parley is not allowed to connect to [fd00::1]:443.',
      'Parley is not allowed to connect to •••.',
    ],
    ['The bot redirects to another host, bot.internal.', 'The bot redirects to another host, •••.'],
    ['It is for *.corp.example, issued by Ada.', 'It is for •••, issued by Ada.'],
    [
      'Expected “We open at 8”, got “Closed. Sorry”.',
      'Expected “We open at 8”, got “Closed. Sorry”.',
    ],
    ['Expected “Mail ada@example.org”.', 'Expected “Mail ada@example.org”.'],
    ['The bot did not answer within 5 s.', 'The bot did not answer within 5 s.'],
  ])('%s', (text, masked) => {
    expect(maskAddresses(text)).toBe(masked);
  });

  it.each(['a', 'a.', '1:', '://'])('may be long: %s', (part) => {
    expect(maskAddresses(part.repeat(100_000))).toBeTypeOf('string');
  });
});
