import { type MemoryArea, memoryAreas } from './memory-areas.ts';

/** Thrown if the worker died before this storage operation, so that later ones don't happen. */
class KilledError extends Error {}

/**
 * Areas with the same content. The local area stops after a number of writes, as if the worker had
 * been killed. The caller chooses whether the last write happens.
 */
export function mortalAreas(
  content: ReturnType<typeof memoryAreas>,
  kill: { readonly afterWrites: number; readonly isDone: boolean },
) {
  let left = kill.afterWrites;
  let isDead = false;
  const mortal = (area: MemoryArea): MemoryArea => {
    const change = async (work: () => Promise<void>) => {
      if (isDead) throw new KilledError();
      if (left === 0) {
        isDead = true;
        if (kill.isDone) await work();
        throw new KilledError();
      }
      left -= 1;
      await work();
    };
    return {
      content: area.content,
      get: async (key) => {
        if (isDead) throw new KilledError();
        return area.get(key);
      },
      set: (key, value) => change(() => area.set(key, value)),
      remove: (key) => change(() => area.remove(key)),
    };
  };
  return {
    areas: { local: mortal(content.local), session: content.session },
    isDead: () => isDead,
  };
}

export function copiedAreas(areas: ReturnType<typeof memoryAreas>) {
  const copy = memoryAreas();
  for (const area of ['local', 'session'] as const) {
    for (const [key, value] of areas[area].content) {
      copy[area].content.set(key, structuredClone(value));
    }
  }
  return copy;
}
