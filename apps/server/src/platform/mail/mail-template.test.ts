import { describe, expect, it } from 'vitest';
import { renderMail } from './mail-template.ts';

const own = 'https://parley.example/invitation?token=abc';

function mailAbout(name: string) {
  return renderMail({
    to: 'ada@example.org',
    subject: `You are invited to join ${name}`,
    paragraphs: [`${name} invites you.`],
    link: { label: 'Accept invitation', address: own },
    footnote: `The link is for ada@example.org and open for 7 days.`,
  });
}

const addresses = (text: string) => text.match(/\w+:\/\/[^\s"<]+|www\.[^\s"<]+/g) ?? [];

describe('a mail from the template', () => {
  it.each([
    'https://evil.example/invitation?token=1',
    'HTTP://EVIL.EXAMPLE',
    'Acme www.evil.example now',
    'Acme evil.example/win',
    'Acme evil.example:8080/win',
    'Acme 192.0.2.7/win',
    'Acme\nhttps://evil.example',
    'Acme\u2028https://evil.example',
    'Acme \u202ehttps://evil.example',
    'ｈｔｔｐｓ：／／evil.example',
    'https\u200b://evil.example/',
    'ftp://evil.example (click)',
    'Acme evil。example/win',
    'Acme evil．example/win',
    'Acme evil｡example:8080/win',
    'Acme evil․example/win',
    'Acme www。evil。example now',
    'https://evil。example/',
    'javascript:alert(1)',
  ])('holds no address but its link where somebody is called %j', (name) => {
    const { subject, text, html } = mailAbout(name);
    expect(addresses(subject)).toEqual([]);
    expect(addresses(text)).toEqual([own]);
    expect(addresses(html)).toEqual([own]);
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/evil[.。．｡․]example|192\.0\.2\.7/i);
      expect(part).not.toContain('javascript:');
    }
  });

  it.each(['Acme\r\nBcc: eve@evil.example', 'Acme\u0007', 'Acme\u202e\u2066', 'A\u0085B'])(
    'holds no character that controls anything where somebody is called %j',
    (name) => {
      const { subject, text } = mailAbout(name);
      expect(subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
      expect(text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
    },
  );

  it('shows the name of a host without making a link of it', () => {
    expect(mailAbout('Booking.com').subject).toBe('You are invited to join Booking.\u2060com');
  });

  it.each(['。', '．', '｡', '․'])('makes no link of a host with %s for its dot', (dot) => {
    const joined = `Booking${dot}\u2060com`;
    expect(mailAbout(`Booking${dot}com`).subject).toBe(`You are invited to join ${joined}`);
  });

  it.each([
    'Müller & Söhne GmbH',
    'R&D: phase 2.0',
    'Ada L. Byron',
    '客服 24/7',
    '你好。',
    'v1.2.3',
    'Release 1.2/1.3',
  ])('leaves the name %s as it is', (name) => {
    expect(mailAbout(name).subject).toBe(`You are invited to join ${name}`);
  });

  it('keeps the address of the reader unchanged', () => {
    expect(mailAbout('Acme').text).toContain('for ada@example.org and');
  });

  it('knows its link', () => {
    expect(mailAbout('Acme').link).toBe(own);
  });
});
