import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ChangedText } from './difference.tsx';

afterEach(cleanup);

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

function show(before: string, text: string) {
  const { container } = render(<ChangedText before={before} text={text} />);
  const marked = [...container.querySelectorAll('ins, del')].map(({ textContent }) => textContent);
  return { shown: container.textContent, marked };
}

describe('a text beside the one before it', () => {
  it('has its words marked that differ', () => {
    const { shown, marked } = show('We open at nine', 'We open at ten');
    expect(marked).toEqual(['missing: nine', 'instead: ten']);
    expect(shown).not.toContain('Compared');
  });

  it('is shown to its end, and says how far it was compared', () => {
    const { shown, marked } = show(words(400), `${words(350)} end`);
    expect(marked).toEqual([]);
    expect(shown).toBe(`${words(350)} endCompared up to word 300.`);
  });

  it('says so too where only the one before is longer', () => {
    expect(show(words(301), words(300)).shown).toContain('Compared up to word 300.');
    expect(show(words(300), words(300)).shown).not.toContain('Compared');
  });
});
