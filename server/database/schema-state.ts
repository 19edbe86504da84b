/**
 * Compares the names of a database's migrations with the migrations of this version. `later` are
 * migrations of later versions after which this version still works, according to their names.
 */
export function schemaState(
  applied: readonly string[],
  known: readonly string[],
): { readonly state: 'older' | 'newer' } | { readonly state: 'usable'; readonly later: string[] } {
  const later = applied.filter((name) => !known.includes(name));
  const isComplete = known.every((name) => applied.includes(name));
  if (!later.every((name) => worksWith(name, known.at(-1)))) return { state: 'newer' };
  if (isComplete) return { state: 'usable', later };
  return { state: later.length > 0 ? 'newer' : 'older' };
}

/** Returns true when a later migration's name says that this version still works. */
function worksWith(later: string, newestKnown: string | undefined): boolean {
  const needed = /^\d+-from-(\d+)-/.exec(later)?.[1];
  const newest = /^\d+/.exec(newestKnown ?? '')?.[0];
  return needed !== undefined && newest !== undefined && Number(needed) <= Number(newest);
}
