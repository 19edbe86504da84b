import { type DeskChoices, NO_DESK_CHOICES } from '../../../shared/messages/desk-choices.ts';
import { createKeptValue } from './kept-value.ts';
import type { Stored } from './stored.ts';

export type DeskChoicesStore = ReturnType<typeof createDeskChoices>;

export function createDeskChoices(deps: { stored: Stored<DeskChoices>; onChange: () => void }) {
  const kept = createKeptValue(deps.stored, NO_DESK_CHOICES);
  return {
    load: kept.load,
    all: kept.get,
    set: (next: DeskChoices) => kept.set(next, deps.onChange),
  };
}
