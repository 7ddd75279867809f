import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { OrganizationTile } from './organization-tile.tsx';

afterEach(cleanup);

const draw = (id: string) => render(<OrganizationTile id={id} />).container.innerHTML;

describe('the sign of an organization', () => {
  it('[S-088] derives from its id and is the same every time', () => {
    expect(draw('rApKNND9Na0o9zhHsfyMxg')).toBe(draw('rApKNND9Na0o9zhHsfyMxg'));
    const ids = ['iu7hecqghhlN-7i6Pp34rA', 'd8jBDKNP2k_TvuUJK4Nz9Q', 'QBhuK8RiWsz3G2I2p7HVnQ'];
    expect(new Set(ids.map(draw)).size).toBe(ids.length);
  });
});
