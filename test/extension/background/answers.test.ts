import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createAsks } from '../../../entrypoints/background/quotations/asks.ts';
import type { AskInput } from '../../../entrypoints/background/quotations/plan-ask.ts';
import { optionFactoryAbi as abi } from '../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { callDeps } from '../helpers/call-deps.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as const;
const OTHER = `0x${'d'.repeat(40)}` as const;
const MAKER = `0x${'c'.repeat(40)}` as const;
const CHOICE = { account: ACCOUNT, id: 7n, offeror: MAKER, amount: tokenAmount(30n) };

const settleCall = (id: bigint) =>
  encodeFunctionData({ abi, functionName: 'settleQuotation', args: [id] });

/** A wallet whose user answers the prompts with the given results. */
function start({ sent = [], isLost = false }: { sent?: readonly Hex[]; isLost?: boolean } = {}) {
  const prompts: PromiseWithResolvers<Hex>[] = [];
  const refuse = () => expect.unreachable();
  const asks = createAsks({
    ...callDeps<AskInput>({ client: { request: async () => null } }),
    transactions: {
      ask() {
        const prompt = Promise.withResolvers<Hex>();
        prompts.push(prompt);
        return prompt.promise;
      },
    },
    settled: async (hash) => (isLost ? { hash, status: 'dropped' } : new Promise(() => undefined)),
    sentCalls: (_, to) => (to === FACTORY_R12 ? sent.map((data) => ({ hash: '0x1', data })) : []),
    oneRequest: { ensureNoneSent: refuse, ensureSplittable: refuse },
    closing: { optionOf: refuse, allowanceFor: refuse, callOf: refuse },
    opening: { optionOf: refuse, allowanceFor: refuse, callOf: refuse },
    answerCall: async () => '0x1234',
  });
  return { asks, prompts };
}

describe('the service for answers to requests for quotation', () => {
  it('refuses a second answer to a request while the first answer is open or not yet mined, and names the first answer', async () => {
    const { asks, prompts } = start();
    const first = asks.accept(CHOICE);
    await expect.poll(() => prompts).toHaveLength(1);
    const [holder] = asks.views();
    expect(holder).toMatchObject({ state: 'underWay', facts: { kind: 'accept' } });
    const refusal = { code: 'requestBusy', details: { holder: holder?.id } };
    // One answer comes from another tab, the other from another account of the wallet, because any
    // account may settle a request.
    await expect(asks.cancel(ACCOUNT, 7n)).rejects.toMatchObject(refusal);
    await expect(asks.settle(OTHER, 7n)).rejects.toMatchObject(refusal);
    prompts[0]?.resolve('0x1');
    expect(await first).toBe('0x1');
    await expect(asks.accept(CHOICE)).rejects.toMatchObject(refusal);
    expect(prompts).toHaveLength(1);
  });

  it('allows answers to two different requests at the same time', async () => {
    const { asks, prompts } = start();
    void asks.cancel(ACCOUNT, 7n);
    void asks.cancel(ACCOUNT, 8n);
    await expect.poll(() => prompts).toHaveLength(2);
  });

  it('refuses an account’s second answer to a request while the first may be lost, but allows a different account’s answer', async () => {
    const { asks, prompts } = start({ isLost: true });
    void asks.settle(OTHER, 7n);
    await expect.poll(() => prompts).toHaveLength(1);
    prompts[0]?.resolve('0x1');
    const lost = { account: OTHER, state: 'paused', why: 'superseded' };
    await expect.poll(() => asks.views()).toMatchObject([lost]);
    await expect(asks.settle(OTHER, 7n)).rejects.toMatchObject({ code: 'requestBusy' });
    void asks.settle(ACCOUNT, 7n);
    await expect.poll(() => prompts).toHaveLength(2);
    expect(asks.views()).toMatchObject([{ account: ACCOUNT, state: 'underWay' }, lost]);
  });

  it('allows a second answer once the user has rejected the first', async () => {
    const { asks, prompts } = start();
    const first = asks.accept(CHOICE);
    await expect.poll(() => prompts).toHaveLength(1);
    const error = new Error('closed');
    prompts[0]?.reject(error);
    await expect(first).rejects.toBe(error);
    void asks.cancel(ACCOUNT, 7n);
    await expect.poll(() => prompts).toHaveLength(2);
  });

  it('refuses an answer to a request while a site’s answer to that request is pending', async () => {
    const { asks, prompts } = start({ sent: [settleCall(7n)] });
    await expect(asks.cancel(ACCOUNT, 7n)).rejects.toMatchObject({ code: 'requestBusy' });
    void asks.cancel(ACCOUNT, 8n);
    await expect.poll(() => prompts).toHaveLength(1);
  });
});
