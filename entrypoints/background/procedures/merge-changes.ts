/** Applies the members that a step changed or removed to the current state. */
export function mergeChanges<State extends object>(now: State, before: State, after: State): State {
  const members = new Map(Object.entries(now));
  const known = new Map(Object.entries(before));
  for (const key of known.keys()) if (!(key in after)) members.delete(key);
  for (const [key, value] of Object.entries(after))
    if (known.get(key) !== value) members.set(key, value);
  return Object.fromEntries(members) as State;
}
