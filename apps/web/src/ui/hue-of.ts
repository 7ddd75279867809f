/** Hues that people with full color vision can tell apart. */
const hues = [264, 300, 340, 20, 55, 110, 160, 205] as const;

/** 32-bit FNV-1a hash. It is short and spreads similar texts well. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Returns the hue of a text, always the same for the same text. */
function hueOf(text: string): number {
  return hues[hashOf(text) % hues.length] ?? hues[0];
}

/** A tinted background and a text color that is readable on it, in both themes. */
export function tintOf(text: string): { backgroundColor: string; color: string } {
  const hue = hueOf(text);
  return {
    backgroundColor: `light-dark(oklch(0.925 0.05 ${hue}), oklch(0.35 0.075 ${hue}))`,
    color: `light-dark(oklch(0.4 0.12 ${hue}), oklch(0.9 0.06 ${hue}))`,
  };
}
