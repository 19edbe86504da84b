import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import type { CallsState } from '../../../entrypoints/background/procedures/calls.ts';
import { createProcedures } from '../../../entrypoints/background/procedures/runner.ts';
import { createFakeClock, createFakeRandom } from '../../helpers/fake-world.ts';

/**
 * Returns the dependencies of call procedures in a wallet whose transactions are confirmed
 * immediately.
 */
export function callDeps<Input>({
  client,
  procedures = createProcedures({ onChange: () => undefined, failureOf }),
}: {
  client: Rpc;
  procedures?: ReturnType<typeof createProcedures>;
}) {
  let kept: CallsState<Input>[] = [];
  return {
    client,
    procedures,
    stored: {
      read: async () => kept,
      write: async (states: CallsState<Input>[]) => {
        kept = structuredClone(states);
      },
    },
    settled: async (hash: string) => ({ hash, status: 'confirmed' as const }),
    answerTo: () => undefined,
    isUnlocked: () => true,
    clock: createFakeClock(),
    random: createFakeRandom('calls'),
    wait: async () => undefined,
  };
}
