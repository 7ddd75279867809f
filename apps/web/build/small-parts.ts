/**
 * Gathers the small modules that many pages share (icons, plain parts of the design system, formats)
 * into one chunk: each of them alone would be a request of a few hundred bytes.
 */
interface ChunkingContext {
  getModuleInfo(moduleId: string): ModuleInfo | null;
}

interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
  importers: readonly string[];
}

const icon = /[\\/]lucide-react[\\/]/;
const ownPart = /[\\/]src[\\/](ui|lib)[\\/]/;
/**
 * Folder of small modules that two screens of a feature share. As separate chunks, the entry would have to list their file
 * names, for which it has no room.
 */
const featurePart = /[\\/]src[\\/]features[\\/]/;
const featurePartCharacters = 1800;
/** Modules that every page may load. All other packages are too large for that. */
const light =
  /[\\/]node_modules[\\/](lucide-react|react|react-dom|scheduler|zustand)[\\/]|[\\/]src[\\/]|^\0/;

export function smallParts(moduleId: string, context: ChunkingContext): 'parts' | null {
  if (icon.test(moduleId)) return 'parts';
  const isPlain = ownPart.test(moduleId) && needs(moduleId, context).every((id) => light.test(id));
  return isPlain || isSharedLine(moduleId, context) ? 'parts' : null;
}

function isSharedLine(moduleId: string, context: ChunkingContext): boolean {
  const module = context.getModuleInfo(moduleId);
  if (!module || !featurePart.test(moduleId) || module.importers.length < 2) return false;
  const isShort = (module.code?.length ?? Infinity) <= featurePartCharacters;
  // What it needs comes with it.
  const others = needs(moduleId, context).filter((id) => id !== moduleId);
  return isShort && others.every((id) => light.test(id) && !featurePart.test(id));
}

/** Lists everything that a module imports, directly or indirectly. */
function needs(moduleId: string, context: ChunkingContext): string[] {
  const found = new Set([moduleId]);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return [...found];
}
