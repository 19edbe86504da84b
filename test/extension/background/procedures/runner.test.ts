import { expect, it } from 'vitest';
import { failureOf } from '../../../../entrypoints/background/api/failures.ts';
import {
  createProcedures,
  type Kind,
} from '../../../../entrypoints/background/procedures/runner.ts';

interface State {
  readonly id: string;
  readonly step: 'asked' | 'sent' | 'done';
  readonly hash?: string;
  readonly key?: string;
  readonly isStopped?: boolean;
}

/** One procedure whose step lasts until the test ends it. */
function start(kind: Partial<Kind<State>> = {}) {
  let stored: State[] = [];
  const step = Promise.withResolvers<void>();
  const procedures = createProcedures({ onChange: () => undefined, failureOf });
  const shelf = procedures.add<State>({
    stored: {
      read: async () => stored,
      write: async (states) => {
        stored = structuredClone(states);
      },
    },
    kept: 2,
    claims: () => [],
    refusal: () => new Error('refused'),
    endOf: ({ step, isStopped }) => (step === 'asked' && isStopped !== true ? undefined : 'done'),
    waits: () => false,
    async next({ key: _key, ...state }) {
      await step.promise;
      return { ...state, step: 'sent', hash: '0x1' };
    },
    restarted: (state) => state,
    ...kind,
  });
  return { procedures, shelf, end: step.resolve, stored: () => stored };
}

it('a change that comes while a step is being taken stays beside what the step changes', async () => {
  const { shelf, end, stored } = start();
  await shelf.begin({ id: 'one', step: 'asked', key: 'own:1' });
  await shelf.change('one', (state) => ({ ...state, isStopped: true }));
  end();
  await expect.poll(() => shelf.find('one')?.step).toBe('sent');
  expect(stored()).toEqual([{ id: 'one', step: 'sent', hash: '0x1', isStopped: true }]);
});
