import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads a large package on first use. Many installations never need it, and it would slow down every start. */
export function lazyPackage<Exports>(name: string): () => Exports {
  let loaded: Exports | undefined;
  return () => {
    loaded ??= require(name) as Exports;
    return loaded;
  };
}
