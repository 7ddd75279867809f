import {
  Anchor,
  Aperture,
  Compass,
  Feather,
  Flower2,
  Gem,
  Leaf,
  type LucideIcon,
  Mountain,
  Orbit,
  Shell,
  Sprout,
  Waves,
} from 'lucide-react';
import { cx } from '#/ui/cx.ts';
import { hashOf, tintOf } from '#/ui/hue-of.ts';

const icons: readonly LucideIcon[] = [
  Anchor,
  Aperture,
  Compass,
  Feather,
  Flower2,
  Gem,
  Leaf,
  Mountain,
  Orbit,
  Shell,
  Sprout,
  Waves,
];

/** Icon of an organization. Its shape and color are derived from the id, so they are the same everywhere and after a rename. */
export function OrganizationTile({ id, size = 'md' }: { id: string; size?: 'sm' | 'md' }) {
  const Icon = icons[Math.floor(hashOf(id) / 8) % icons.length] ?? Anchor;
  return (
    <span
      aria-hidden
      data-organization-icon
      style={tintOf(id)}
      className={cx(
        'flex shrink-0 items-center justify-center',
        size === 'md' ? 'size-8 rounded-lg' : 'size-6 rounded-md',
      )}
    >
      <Icon className={size === 'md' ? 'size-4' : 'size-3.5'} />
    </span>
  );
}
