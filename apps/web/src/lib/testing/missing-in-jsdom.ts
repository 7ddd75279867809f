/** What browsers have and jsdom has not. Imported first: charts and lists ask for some of it at once. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  scrollTo: () => {},
});
Object.assign(Element.prototype, {
  scrollIntoView: () => {},
  checkVisibility: () => true,
  hasPointerCapture: () => false,
  releasePointerCapture: () => {},
  setPointerCapture: () => {},
  getAnimations: () => [],
});
