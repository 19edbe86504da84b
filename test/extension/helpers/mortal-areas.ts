import { type MemoryArea, memoryAreas } from './memory-areas.ts';

/**
 * Thrown by each storage operation after the worker's simulated death, so that the operation has no
 * effect.
 */
class KilledError extends Error {}

/**
 * Creates areas with the same content. The local area stops after `afterWrites` writes, as if the
 * worker had been killed. `isDone` sets whether the interrupted write takes effect.
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
