import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ProjectTile } from './project-tile.tsx';

afterEach(cleanup);

it.each([
  ['Hotline', 'H'],
  ['cards abroad', 'C'],
  ['🤖 Robot', '🤖'],
  ['🇩🇪 Bank', '🇩🇪'],
])('the sign of the project "%s" shows %s', (name, sign) => {
  expect(render(<ProjectTile id="p1" name={name} />).container.textContent).toBe(sign);
});
