import { describe, expect, it } from 'vitest';
import { parseSuite } from '../format/parse/parse.ts';
import { matchAssertion, matchSettings } from '../match/match-assertion.ts';
import type { Reply } from '../match/matcher.ts';

const said = (text: string): Reply => ({
  text,
  messages: [text],
  buttons: [],
  attachments: [],
  latencyMs: 0,
  payload: null,
  confidence: 0.99,
});

function passes(check: string, text: string, { syntax = 2, heard = true } = {}): boolean {
  const { suite } = parseSuite(
    `configuration: { syntax: ${syntax} }\n---\n- test: A\n- $DIAL:\n    - ${check}\n`,
  );
  const [assertion] = suite.tests[0]?.interactions[0]?.assertions ?? [];
  if (!assertion) throw new Error(`There is no check: ${check}`);
  const { confidence: _, ...read } = said(text);
  return matchAssertion(assertion, heard ? said(text) : read, matchSettings(suite.configuration))
    .passed;
}

describe('what was heard', () => {
  it.each([
    // Numbers, however they are written.
    ['125 dollars', 'your balance is one hundred and twenty five dollars'],
    ['one hundred twenty five dollars', 'It is 125 dollars.'],
    ['$125.30', 'one hundred and twenty five dollars and thirty cents'],
    ['one hundred twenty five dollars and thirty cents', 'Your balance is $125.30.'],
    ['$1', 'it costs one dollar today'],
    ['$0.50', 'that is fifty cents'],
    ['$1,250', 'one thousand two hundred and fifty dollars'],
    ['€ 5', 'it is five euros'],
    ['12 percent', 'up by twelve percent'],
    ['3.5%', 'three point five percent'],
    ['2000000', 'two million people'],
    ['press 1', 'for your balance press one'],
    // Digits and letters, one by one or in groups.
    ["'1234'", 'your code is one two three four'],
    ['one two three four', 'Your code is 1234.'],
    ['1 2 3 4', 'your code is one two three four'],
    ["'555-0123'", 'call five five five oh one two three'],
    ['flight BA 12', 'flight b a twelve'],
    ['your IBAN', 'please say your i b a n now'],
    // Dates and times.
    ['March 3', 'it is due on march third'],
    ['March 3rd', 'on the third of march at noon'],
    ["'2026-03-03'", 'on march third twenty twenty six'],
    ['3 p.m.', 'we close at three p m'],
    ['at 3:30', 'we meet at three thirty'],
    ['the 21st', 'on the twenty first'],
    ['March 3', 'on march third twenty twenty six'],
    ['March 3', 'on march third nine a m'],
    ['March 3', 'on March 3, 2026'],
    // Signs, decimals, fractions and repeated digits.
    ['your balance is -5 dollars', 'your balance is minus five dollars'],
    ['-$5', 'negative five dollars'],
    ['$-5', 'minus five dollars'],
    ['minus five dollars', 'It is -$5.00.'],
    ['0.5 percent', 'it is point five percent'],
    ['.5 percent', 'it is oh point five percent'],
    ['5 people', 'at this point five people wait'],
    ['$5.50', 'five dollars fifty'],
    ['$5.50', 'it is five dollars and fifty'],
    ['€5.50', 'five euros fifty'],
    ['$5', 'five dollars thirty days ago'],
    ['$5', 'five dollars and thirty people'],
    ["'55'", 'double five'],
    ["'777'", 'triple seven'],
    ['double seven', 'Your code is 77.'],
    ['5 billion', 'five billion people'],
    ['two and a half', 'two and a half hours'],
    ['5 dozen', 'five dozen eggs'],
    ['you can not', 'you cannot'],
    ['you can', 'yes you can call'],
    ['press 2', 'press two and wait'],
    ['555-0123', 'call five five five oh one two three'],
    // Words with the same pronunciation.
    ['send a check', 'we will send a cheque'],
    ['your balance * dollars', 'your balance is five dollars'],
    ['cannot', 'you can not do this'],
    ['in march', 'your appointment is in march'],
    ['due in march *', 'it is due in march third'],
    ['dollars and thirty', 'five dollars and thirty people'],
  ])('holds "%s" of "%s"', (expected, heard) => {
    expect(passes(`prompt: ${expected}`, heard)).toBe(true);
  });

  it.each([
    ['thirteen', 'thirty'],
    ['thirty', 'thirteen'],
    ['13 dollars', 'thirty dollars'],
    ['six', 'press sixteen'],
    ['press six', 'press sixty'],
    ['seven', 'seventy'],
    ['twenty', 'twenty five'],
    ['five dollars', 'thirty five dollars'],
    ['five dollars', 'ꙮꙮꙮ five dollars'],
    ['$125', 'one hundred twenty five dollars and thirty cents'],
    ['$125.30', 'one hundred twenty five dollars and thirteen cents'],
    ["'123'", 'one two three four'],
    ["'125'", 'one hundred and five'],
    ["'1205'", 'twelve fifty'],
    ['3.5', 'three five'],
    ['March 3', 'march thirteenth'],
    ['March 3', 'may third'],
    ['the 3rd', 'the thirteenth'],
    ['you may 3', 'on may third'],
    ['now open', 'not open'],
    ['not open', 'now open'],
    ['not', 'nothing'],
    ['press two', 'press to speak'],
    ['press four', 'press for'],
    ['no', 'you know'],
    ['one', 'you won'],
    ['press one', 'express one'],
    ['BA', 'bad'],
    ['AB', 'a c'],
    ['30 cents', 'five dollars and thirty cents'],
    ['dollars', 'dollar menu'],
    ['-5 dollars', 'five dollars'],
    ['-$5', 'five dollars'],
    ['5 dollars', 'minus five dollars'],
    ['$5', 'negative five dollars'],
    ['5 dollars', 'It is -$5.'],
    ['$5', 'five dollars fifty'],
    ['$5', 'five dollars and fifty'],
    ['$5', 'five dollars fifty is due'],
    ['€5', 'five euros fifty'],
    ['£5', 'five pounds and twenty'],
    ['5 percent', 'point five percent'],
    ['5 percent', 'oh point five percent'],
    ['5', 'five billion'],
    ['5', 'five dozen eggs'],
    ['5', 'five k'],
    ['2', 'two and a half'],
    ['2', 'two thirds'],
    ['7', 'double seven'],
    ['you can', 'you cannot'],
    ['March 3', 'march three five'],
  ])('does not hold "%s" of "%s"', (expected, heard) => {
    expect(passes(`prompt: ${expected}`, heard)).toBe(false);
  });

  it.each([
    ['you have thirty new messages today', 'you have thirteen new messages today', false],
    ['you have thirty new messages today', 'you had 30 new messages today', true],
    ['we are now open on all days', 'we are not open on all days', false],
    ['we are open on all days', 'we are not open on all days', false],
    ['we are open on all days', 'we are open at all days', true],
    ['your balance is 5 dollars', 'your balance is minus five dollars', false],
    ['your balance is -5 dollars', 'your balance is five dollars', false],
    ['your balance is -5 dollars', 'your balance is minus five dollars', true],
  ])('is like "%s" of "%s": %s', (expected, heard, isLike) => {
    expect(passes(`prompt ~~ ${expected}`, heard)).toBe(isLike);
  });

  it('is compared as it is written in suites of version 1, and where a bot writes', () => {
    expect(passes('prompt: six', 'press sixteen', { syntax: 1 })).toBe(true);
    expect(passes('prompt: six', 'press sixteen', { heard: false })).toBe(true);
    expect(passes('prompt: /si(x)/', 'press sixteen')).toBe(true);
    expect(passes('prompt: sixt*', 'press sixteen')).toBe(true);
  });

  it('says why a part of a word is not enough', () => {
    const { suite } = parseSuite('configuration: { syntax: 2 }\n---\n- test: A\n- $DIAL: six\n');
    const [assertion] = suite.tests[0]?.interactions[0]?.assertions ?? [];
    if (!assertion) throw new Error('There is no check.');
    const verdict = matchAssertion(
      assertion,
      said('press sixteen'),
      matchSettings(suite.configuration),
    );
    expect(verdict.hint).toContain('six is not found in sixteen');
  });
});
