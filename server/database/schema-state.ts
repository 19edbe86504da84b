/**
 * Compares the names of a database's migrations with those that this version knows. `later` are
 * migrations of later versions whose names show that this version still works.
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

/** Returns true when the name of a later migration allows this version or an earlier one. */
function worksWith(later: string, newestKnown: string | undefined): boolean {
  const needed = /^\d+-from-(\d+)-/.exec(later)?.[1];
  const newest = /^\d+/.exec(newestKnown ?? '')?.[0];
  return needed !== undefined && newest !== undefined && Number(needed) <= Number(newest);
}
