import { HeroImage } from './hero-image.tsx';

/** Introduces the product next to the form. Hidden on narrow screens. */
export function Hero() {
  return (
    <aside
      aria-label="About Parley"
      className="relative hidden flex-col items-center justify-center gap-12 overflow-hidden border-line border-l bg-canvas px-12 py-16 lg:flex"
    >
      <HeroImage />
      <div className="max-w-md text-center">
        <h2 className="text-balance font-semibold text-2xl">Every conversation, tested</h2>
        <p className="mt-2 text-balance text-ink-muted">
          Test your webchat bots, phone lines and voice assistants with real conversations, and find
          wrong answers before your customers do.
        </p>
      </div>
    </aside>
  );
}
