/** Shows the picture from index.html, which renders before any script is loaded. */
export function HeroImage() {
  return (
    <svg
      role="img"
      aria-label="A conversation with a bot: each reply is checked, and a wrong one is highlighted"
      viewBox="0 0 520 382"
      className="w-full max-w-xl select-none text-ink"
    >
      <use href="#hero" />
    </svg>
  );
}
