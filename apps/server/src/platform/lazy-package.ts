import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A large package that many installations never need. Loaded on first use: not every start waits for it. */
export function lazyPackage<Exports>(name: string): () => Exports {
  let loaded: Exports | undefined;
  return () => {
    loaded ??= require(name) as Exports;
    return loaded;
  };
}
