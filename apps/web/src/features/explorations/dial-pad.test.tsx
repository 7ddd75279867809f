import { explorations } from '@parley/contract';
import type { Input } from '@parley/suite';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DialPad } from './dial-pad.tsx';

afterEach(cleanup);

it('chooses no more keys than can be pressed at once', async () => {
  const said: Input[] = [];
  const onSay = async (input: Input) => said.push(input) > 0;
  render(<DialPad isDisabled={false} onSay={onSay} />);
  const star = screen.getByRole('button', { name: 'Star' });
  for (let count = 0; count < 100; count += 1) fireEvent.click(star);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Press' })));
  expect(said).toHaveLength(1);
  const body = explorations.say.body?.safeParse({ conversation: 1, input: said[0] });
  expect(body?.error).toBeUndefined();
});
