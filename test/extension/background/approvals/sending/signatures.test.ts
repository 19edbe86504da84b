import { expect, it } from 'vitest';
import { createSignatures } from '../../../../../entrypoints/background/approvals/sending/signatures.ts';
import type { Choice } from '../../../../../shared/approvals/types.ts';
import { createFakeClock } from '../../../../helpers/fake-world.ts';
import samples from '../../../../vectors/signed-samples.json' with { type: 'json' };
import { memoryActivity } from '../../../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const choice = { kind: 'agree' } satisfies Choice;
const REFUSED = samples.cases.filter(({ refusal }) => refusal !== undefined);

function signaturesOf(activity: ReturnType<typeof memoryActivity>) {
  return createSignatures({
    approvals: { request: async ({ request }) => ({ choice, request }) },
    signer: {
      canSign: () => true,
      signMessage: () => expect.unreachable(),
      signTypedData: () => expect.unreachable(),
    },
    activity,
    clock: createFakeClock(),
  });
}

const contextOf = (chainId: number) => ({
  requester: { origin: 'https://dapp.example', own: false },
  requestKey: 'doc:1',
  accounts: [ACCOUNT],
  chainId,
});

it('doesn’t sign a message whose activity row couldn’t be read back', async () => {
  const activity = memoryActivity();
  const request = { kind: 'personal_sign', account: ACCOUNT, message: '0x00' } as const;
  await expect(signaturesOf(activity).ask(contextOf(8453.5), request)).rejects.toMatchObject({
    code: 'bad-row',
  });
  expect(activity.all()).toEqual([]);
});

it.each(REFUSED)('refuses to sign $name, even if the page reports consent', async ({ data }) => {
  const activity = memoryActivity();
  const json = JSON.stringify(data);
  const request = { kind: 'typed_data', account: ACCOUNT, json, version: 'V4' } as const;
  await expect(signaturesOf(activity).ask(contextOf(8453), request)).rejects.toMatchObject({
    code: 'rejected',
  });
  expect(activity.all()).toEqual([]);
});
