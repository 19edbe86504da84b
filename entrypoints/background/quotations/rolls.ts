import { CondorError } from '../../../shared/errors.ts';
import {
  isSameRoll,
  MAX_KNOWN,
  MAX_ROLLS,
  type Roll,
  type RollEnd,
  type RollInput,
} from '../../../shared/messages/roll.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { Stored } from '../state/stored.ts';

class RollError extends CondorError<'not-possible'> {}

export type Rolls = ReturnType<typeof createRolls>;

/** Rolls that the user has begun, kept until both parts are done or the user stops. */
export function createRolls(deps: { stored: Stored<Roll[]>; clock: Clock; onChange: () => void }) {
  let kept: readonly Roll[] = [];

  async function write(next: readonly Roll[]): Promise<void> {
    kept = next;
    deps.onChange();
    await deps.stored.write([...next]);
  }

  return {
    async load(): Promise<void> {
      kept = (await deps.stored.read()) ?? [];
    },
    all: (): readonly Roll[] => kept,
    /**
     * Begins a roll, or changes what it opens. Its time stays that of the first choice. Throws when
     * too many are unfinished.
     */
    async set(roll: RollInput): Promise<void> {
      const at = kept.find((one) => isSameRoll(one, roll))?.at ?? deps.clock.now();
      const others = kept.filter((one) => !isSameRoll(one, roll));
      if (others.length >= MAX_ROLLS)
        throw new RollError('not-possible', 'Too many rolls are unfinished.');
      await write([...others, { ...roll, at }]);
    },
    /** Forgets a roll; what it has closed or opened stays as it is. */
    end({ opened, ...roll }: RollEnd): Promise<void> {
      const others = kept.filter((one) => !isSameRoll(one, roll));
      return write(
        others.map((one) => ({ ...one, known: [...one.known, ...opened].slice(-MAX_KNOWN) })),
      );
    },
  };
}
