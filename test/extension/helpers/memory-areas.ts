import type { Areas } from '../../../entrypoints/background/state/stored.ts';
import type { KeyValue } from '../../../shared/ports.ts';

export interface MemoryArea extends KeyValue {
  readonly content: Map<string, unknown>;
}

/** An area of extension storage: values are copied in and out, as the browser does. */
export function memoryArea(): MemoryArea {
  const content = new Map<string, unknown>();
  return {
    content,
    get: async (key) => structuredClone(content.get(key)),
    set: async (key, value) => {
      content.set(key, structuredClone(value));
    },
    remove: async (key) => {
      content.delete(key);
    },
  };
}

export function memoryAreas(): Areas & { local: MemoryArea; session: MemoryArea } {
  return { local: memoryArea(), session: memoryArea() };
}
