import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads a large package on first use: many installations never need it, and not every start should wait for it. */
export function lazyPackage<Exports>(name: string): () => Exports {
  let loaded: Exports | undefined;
  return () => {
    loaded ??= require(name) as Exports;
    return loaded;
  };
}
