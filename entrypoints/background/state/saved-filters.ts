import type { SavedFilter } from '../../../shared/messages/order-filter.ts';
import type { Stored } from './stored.ts';

export type SavedFilters = ReturnType<typeof createSavedFilters>;

/** The user's named filters of the order list, in the user's order. */
export function createSavedFilters(deps: { stored: Stored<SavedFilter[]>; onChange: () => void }) {
  let filters: SavedFilter[] = [];
  return {
    async load(): Promise<void> {
      filters = (await deps.stored.read()) ?? [];
    },
    all: (): readonly SavedFilter[] => filters,
    async set(next: readonly SavedFilter[]): Promise<void> {
      filters = [...next];
      await deps.stored.write(filters);
      deps.onChange();
    },
  };
}
