import {
  isSameRoll,
  MAX_KNOWN,
  type Roll,
  type RollInput,
  type RollRef,
} from '../../../shared/messages/roll.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';

const NONE: readonly Roll[] = [];

/** Returns the roll of a position, if one was begun, and the ways to change and forget it. */
export function useRoll(ref: RollRef) {
  const call = useWalletCall();
  const roll = (useSnapshot(({ rolls }) => rolls) ?? NONE).find((one) => isSameRoll(one, ref));
  return {
    roll,
    set: useAction((next: RollInput) => call('rolls.set', next)),
    /** `opened`: options that the roll has opened. */
    end: useAction((opened: readonly string[]) =>
      call('rolls.end', { ...ref, opened: opened.slice(-MAX_KNOWN) }),
    ),
  };
}
