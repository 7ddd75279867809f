/**
 * Gathers the small modules that many pages share (icons, plain parts of the design system, formats)
 * into one chunk: each of them alone would be a request of a few hundred bytes.
 */
interface ChunkingContext {
  getModuleInfo(moduleId: string): { importedIds: readonly string[] } | null;
}

const icon = /[\\/]lucide-react[\\/]/;
const ownPart = /[\\/]src[\\/](ui|lib)[\\/]/;
/** Everything else from outside weighs something, and not every page is to carry it. */
const light =
  /[\\/]node_modules[\\/](lucide-react|react|react-dom|scheduler|zustand)[\\/]|[\\/]src[\\/]|^\0/;

export function smallParts(moduleId: string, context: ChunkingContext): 'parts' | null {
  if (icon.test(moduleId)) return 'parts';
  const isPlain = ownPart.test(moduleId) && needs(moduleId, context).every((id) => light.test(id));
  return isPlain ? 'parts' : null;
}

/** Everything that a module imports, directly or through others. */
function needs(moduleId: string, context: ChunkingContext): string[] {
  const found = new Set([moduleId]);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return [...found];
}
