import type { Address, Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { simulate } from '../../../entrypoints/background/chain/simulate.ts';
import { simulateAsSent } from '../../../entrypoints/background/chain/simulate-as-sent.ts';
import type { FeeChoice } from '../../../shared/approvals/types.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONTRACT: Address = '0x00000000000000000000000000000000000e7ade';

/** Returns code that stops if the condition on the stack is zero, and otherwise reverts. */
const revertIf = (condition: string): Hex => `0x${condition}60${hexAt(condition)}57005b60006000fd`;
/** Offset of the JUMPDEST: after the condition, PUSH1, JUMPI and STOP. */
const hexAt = (condition: string) => (condition.length / 2 + 4).toString(16).padStart(2, '0');

const EVASIONS: readonly [string, Hex][] = [
  // BASEFEE
  ['block.basefee is zero', revertIf('48')],
  // GASPRICE
  ['tx.gasprice is zero', revertIf('3a')],
  // PUSH4 10,000,000 GAS LT: true if less than 10,000,000 gas is left.
  ['gasleft() is that of a simulation', revertIf('63009896805a10')],
];
/** COINBASE AND 0x11: true for the fee recipient of the second simulation. */
const BY_FEE_RECIPIENT = revertIf('6011411660111460ff16');

const FEE: FeeChoice = {
  gas: ['0x186a0'],
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
  isLegacy: false,
};

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet?.stop());

async function run(code: Hex) {
  await devnet.client.request({
    method: 'anvil_setCode' as never,
    params: [CONTRACT, code] as never,
  });
  const rpc = createRpc({ fetch: globalThis.fetch, urls: () => [devnet.rpcUrl] });
  const drafts = [{ to: CONTRACT, value: '0x0', data: '0x' }];
  const first = await simulate(rpc, ACCOUNT, drafts);
  const { timestamp } = await devnet.client.getBlock();
  const now = Number(timestamp) * 1000;
  return { first, ...(await simulateAsSent(rpc, ACCOUNT, drafts, { fee: FEE, first, now })) };
}

describe('the detection of contracts that behave well only in a simulation', () => {
  it.each(EVASIONS)('detects a contract that behaves well because %s', async (_, code) => {
    const { first, simulation, isUnstable } = await run(code);
    expect(first.outcome).toBe('succeeds');
    expect(simulation.outcome).toBe('fails');
    expect(isUnstable).toBe(true);
  });

  it('detects a contract whose result depends on the fee recipient of the simulated block', async () => {
    const { isUnstable, simulation } = await run(BY_FEE_RECIPIENT);
    expect(simulation.outcome).toBe('succeeds');
    expect(isUnstable).toBe(true);
  });
});

describe('a site’s gas limit', () => {
  it('a simulated call fails when it needs more gas than the site’s limit', async () => {
    // 40 storage writes need about 900,000 gas; the limit below is 30,000.
    const code: Hex = `0x${Array.from({ length: 40 }, (_, i) => `600160${i.toString(16).padStart(2, '0')}55`).join('')}00`;
    await devnet.client.request({
      method: 'anvil_setCode' as never,
      params: [CONTRACT, code] as never,
    });
    const rpc = createRpc({ fetch: globalThis.fetch, urls: () => [devnet.rpcUrl] });
    const run = (gas?: string) =>
      simulate(rpc, ACCOUNT, [{ to: CONTRACT, value: '0x0', data: '0x', ...(gas && { gas }) }]);
    expect((await run()).outcome).toBe('succeeds');
    expect((await run('0x7530')).outcome).toBe('fails');
  });
});

describe('an ordinary contract', () => {
  it('gets equal results from two simulations of an ordinary contract', async () => {
    expect(await run('0x00')).toMatchObject({
      simulation: { outcome: 'succeeds' },
      isUnstable: false,
    });
  });
});
