/** Browser features that jsdom lacks. Import this file first, because charts and lists need some of them on import. */
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
