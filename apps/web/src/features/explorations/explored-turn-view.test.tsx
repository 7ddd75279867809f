import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ExploredTurnView } from './explored-turn-view.tsx';

afterEach(cleanup);

it.each([
  ['goes on', false, 'Transcribing'],
  ['has ended', true, 'It was not transcribed before the conversation ended.'],
])('tells what became of spoken words where the conversation %s', (_, hasEnded, words) => {
  const turn = {
    number: 1,
    input: { kind: 'text' as const, text: '' },
    isReplay: false,
    saidAt: 0,
    status: 'pending' as const,
    spoken: { recording: 'e1' },
  };
  render(<ExploredTurnView explorationId="x1" turn={turn} number={1} hasEnded={hasEnded} />);
  expect(screen.getByText(words)).toBeTruthy();
});
