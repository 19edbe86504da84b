import { expect, it } from 'vitest';
import { createSignatures } from '../../../../entrypoints/background/sending/signatures.ts';
import type { Choice } from '../../../../shared/approvals/types.ts';
import { createFakeClock } from '../../../helpers/fake-world.ts';
import { memoryActivity } from '../../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

it('signs no message whose row in the activity could not be read again', async () => {
  const activity = memoryActivity();
  const choice = { kind: 'agree' } satisfies Choice;
  const signatures = createSignatures({
    approvals: { request: async ({ request }) => ({ choice, request }) },
    signer: {
      canSign: () => true,
      signMessage: () => expect.unreachable(),
      signTypedData: () => expect.unreachable(),
    },
    activity,
    clock: createFakeClock(),
  });
  const context = {
    requester: { origin: 'https://dapp.example', own: false },
    requestKey: 'doc:1',
    accounts: [ACCOUNT],
    chainId: 8453.5,
  };
  const request = { kind: 'personal_sign', account: ACCOUNT, message: '0x00' } as const;
  await expect(signatures.ask(context, request)).rejects.toMatchObject({ code: 'bad-row' });
  expect(activity.all()).toEqual([]);
});
