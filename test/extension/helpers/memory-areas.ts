import type { Areas } from '../../../entrypoints/background/kernel/stored.ts';
import type { KeyValue } from '../../../shared/ports.ts';

export interface MemoryArea extends KeyValue {
  readonly content: Map<string, unknown>;
}

/** Creates a storage area that copies its contents and sorts object members, as Chromium does. */
function memoryArea(): MemoryArea {
  const content = new Map<string, unknown>();
  return {
    content,
    get: async (key) => structuredClone(content.get(key)),
    set: async (key, value) => {
      content.set(key, sorted(value));
    },
    remove: async (key) => {
      content.delete(key);
    },
  };
}

export function memoryAreas(): Areas & { local: MemoryArea; session: MemoryArea } {
  return { local: memoryArea(), session: memoryArea() };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, sorted(part)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
