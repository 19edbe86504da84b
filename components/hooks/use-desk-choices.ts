import { type DeskChoices, NO_DESK_CHOICES } from '../../shared/messages/desk-choices.ts';
import { useAction } from './use-action.ts';
import { useSnapshot, useWalletCall } from './use-wallet.ts';

export function useDeskChoices() {
  const call = useWalletCall();
  const choices = useSnapshot(({ deskChoices }) => deskChoices) ?? NO_DESK_CHOICES;
  const save = useAction((next: DeskChoices) => call('desk.save', { choices: next }));
  return { choices, save };
}
