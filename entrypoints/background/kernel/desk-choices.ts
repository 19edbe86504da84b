import { type DeskChoices, NO_DESK_CHOICES } from '../../../shared/messages/desk-choices.ts';
import type { Stored } from './stored.ts';

export type DeskChoicesStore = ReturnType<typeof createDeskChoices>;

export function createDeskChoices(deps: { stored: Stored<DeskChoices>; onChange: () => void }) {
  let choices = NO_DESK_CHOICES;
  return {
    async load(): Promise<void> {
      choices = (await deps.stored.read()) ?? NO_DESK_CHOICES;
    },
    all: (): DeskChoices => choices,
    async set(next: DeskChoices): Promise<void> {
      choices = next;
      await deps.stored.write(next);
      deps.onChange();
    },
  };
}
