/** Returns the first import cycle as a path; an empty text if there is no cycle. */
export function firstCycle(graph: ReadonlyMap<string, readonly string[]>): string {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(' → ');
    if (done.has(path)) return '';
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle !== '') return cycle;
    }
    done.add(path);
    return '';
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle !== '') return cycle;
  }
  return '';
}
