import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OrganizationTile } from './organization-tile.tsx';

function draw(id: string) {
  const tile = renderToStaticMarkup(<OrganizationTile id={id} />);
  return { icon: /<svg.*<\/svg>/.exec(tile)?.[0], colour: /style="[^"]+"/.exec(tile)?.[0] };
}

describe('the sign of an organization', () => {
  it('[S-088] derives from its id and is the same every time', () => {
    const ids = ['iu7hecqghhlN-7i6Pp34rA', 'd8jBDKNP2k_TvuUJK4Nz9Q', 'QBhuK8RiWsz3G2I2p7HVnQ'];
    const tiles = ids.map(draw);
    expect(ids.map(draw)).toEqual(tiles);
    expect(new Set(tiles.map(({ icon }) => icon)).size).toBeGreaterThan(1);
    expect(new Set(tiles.map(({ colour }) => colour)).size).toBeGreaterThan(1);
  });
});
