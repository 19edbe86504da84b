import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectTransaction } from '../../../entrypoints/background/approvals/explain/inspect-transaction.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { type BatchedCall, batchOf } from '../../../shared/approvals/batch.ts';
import { readRequest } from '../../../shared/approvals/read-request.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { DELEGATION_MANAGERS, DELEGATOR, NO_CODE } from '../../../shared/chain/delegation.ts';
import { BOOK_R12, CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { contracts } from '../../../shared/units.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { approve as approveToken, setCode } from '../../devnet/fill.ts';
import { quoting } from '../../devnet/quoting.ts';
import { installSweeper, SWEEPER } from '../../devnet/sweeper.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { inspectDeps } from '../helpers/inspect-deps.ts';
import { wordedView } from '../helpers/worded.ts';

let devnet: Devnet;
let [plain, smart, swept]: Address[] = [];
beforeAll(async () => {
  devnet = await startDevnet();
  await installSweeper(devnet);
  const [first, second, third, payer] = devnet.accounts.takers;
  [plain, smart, swept] = [first.address, second.address, third.address];
  await setCode(devnet, { account: second, payer, delegate: DELEGATOR });
  await setCode(devnet, { account: third, payer, delegate: SWEEPER });
});
afterAll(() => devnet?.stop());

const OTHER: Address = '0x00000000000000000000000000000000000000A2';
const addressOf = (symbol: string): Address =>
  TOKENS.find((token) => token.symbol === symbol)?.address ?? NO_CODE;
const ACTS = /could make other calls as your account/;
const UNLIMITED = 2n ** 256n - 1n;

const call = (to: Address | undefined, data: Hex = '0x', value = '0x0'): BatchedCall => ({
  ...(to === undefined ? {} : { to }),
  data,
  value,
});
const approve = (symbol: string, amount: bigint) =>
  call(
    addressOf(symbol),
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [OTHER, amount] }),
  );
const wrap = (amount: bigint) =>
  call(
    addressOf('WETH'),
    encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }),
    `0x${amount.toString(16)}`,
  );
const delegatorAbi = parseAbi([
  'function execute((address target, uint256 value, bytes callData) execution) payable',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
]);

/** Returns a transaction as the approval window shows it to the account. */
async function review(
  account: Address = NO_CODE,
  transaction: TransactionDraft = call(OTHER),
  change: (rpc: Rpc) => Rpc = (rpc) => rpc,
  pending: readonly number[] = [],
) {
  const rpc = change(createRpc({ fetch, urls: () => [devnet.rpcUrl] }));
  const request = { kind: 'transaction' as const, account, transaction };
  const draft = {
    id: 'draft',
    requestKey: 'key',
    requester: { origin: 'https://site.example', own: false },
    chainId: CHAIN_ID,
    createdAt: 0,
    request,
  };
  const read = readRequest(draft, 0);
  if (read.kind !== 'calls') throw new Error('not a transaction');
  const clock = createFakeClock(1000 * (await devnet.now()));
  const deps = { ...inspectDeps(clock), rpcOf: () => rpc, pendingNoncesOf: () => new Set(pending) };
  const view = await inspectTransaction(deps, draft, read);
  return { ...wordedView(view), simulation: view.simulation, fees: view.fees, moves: view };
}

const batch = (account: Address | undefined, ...calls: BatchedCall[]) =>
  batchOf(account ?? NO_CODE, calls);
const setting = (account: Address = NO_CODE, ...calls: BatchedCall[]): TransactionDraft => ({
  ...(batchOf(account, calls) ?? call(OTHER)),
  codeChange: { account, delegate: DELEGATOR },
});

describe('the review of a batch', () => {
  it('explains every call of a batch, and simulates the transaction that will be sent', async () => {
    const found = await review(smart, batch(smart, wrap(parseEther('1')), approve('WETH', 5n)));
    expect(found.refusal).toBeUndefined();
    expect(found.simulation).toMatchObject({ outcome: 'succeeds' });
    const [step] = found.steps;
    expect(step?.sentence).toBe('Make 2 calls in one transaction');
    const rows = step?.rows.map(({ value }) => value).join('\n');
    expect(rows).toMatch(/Wrap 1 ETH/);
    expect(rows).toMatch(/WETH/);
    expect(found.moves.leaves).toMatchObject([{ kind: 'coin', units: parseEther('1').toString() }]);
    expect(found.moves.arrives).toHaveLength(1);
    expect(found.fees.length).toBeGreaterThan(0);
  });

  it('includes the account’s code change in the simulation of a batch, and in its network fee', async () => {
    const calls = [wrap(parseEther('1')), approve('WETH', 5n)];
    const found = await review(plain, setting(plain, ...calls));
    expect(found.refusal).toBeUndefined();
    expect(found.simulation).toMatchObject({ outcome: 'succeeds' });
    expect(found.moves.arrives).toHaveLength(1);
    const details = found.steps[0]?.checks.map(({ detail }) => detail).join('\n');
    expect(details).toMatch(/exactly the code that Condor knows/);
    expect(details).toMatch(/gets this code with the same transaction/);
    const later = await review(smart, batch(smart, ...calls));
    const gas = (of: typeof found) => BigInt(of.fees[0]?.choice.gas[0] ?? 0);
    expect(gas(found) - gas(later)).toBeGreaterThan(20_000n);
  });

  it('shows the highlights, the payoff picture and the order’s expiry for the only fill in a batch', async () => {
    const { maker } = devnet.accounts;
    await devnet.fund(maker.address, { usdc: 10n ** 12n });
    await approveToken(devnet, maker, { token: addressOf('USDC'), amount: UNLIMITED });
    await devnet.fund(smart ?? NO_CODE, { usdc: 10n ** 9n });
    const { order, signature } = await quoting(devnet)();
    const fill = encodeFill({
      order,
      signature,
      referrer: NO_CODE,
      numContracts: contracts(1_000_000n),
    });
    const allow = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [BOOK_R12, 100_000_000n],
    });
    const found = await review(
      smart,
      batch(smart, call(addressOf('USDC'), allow), call(BOOK_R12, fill)),
    );
    expect(found.refusal).toBeUndefined();
    expect(found.simulation).toMatchObject({ outcome: 'succeeds' });
    const [step] = found.steps;
    expect(step?.highlights.length).toBeGreaterThan(0);
    expect(step?.picture).toBeDefined();
    expect(step?.endsAt).toBe(order.orderExpiryTimestamp);
    expect(step?.checks.map(({ detail }) => detail).join('\n')).toMatch(/previous step/);
  });

  it('counts the proceeds of a conversion as balance for the fill in the same batch', async () => {
    const { maker } = devnet.accounts;
    const terms = {
      product: 'INVERSE_CALL',
      strikes: [2_733_00000000n],
      price: 1_000_000n,
    } as const;
    const sold = { ...terms, isLong: true, budget: parseEther('1') };
    await devnet.fund(maker.address, { weth: parseEther('1') });
    await approveToken(devnet, maker, { token: addressOf('WETH'), amount: UNLIMITED });
    const { order, signature } = await quoting(devnet)(sold);
    const numContracts = contracts(parseEther('0.5'));
    const fill = call(BOOK_R12, encodeFill({ order, signature, referrer: NO_CODE, numContracts }));
    const balanceCheck = async (wrapped: bigint) => {
      const { steps } = await review(smart, batch(smart, wrap(wrapped), fill));
      return steps[0]?.checks.find(({ label }) => label.endsWith('Your balance'))?.status;
    };
    expect(await balanceCheck(parseEther('0.5'))).toBe('passed');
    expect(await balanceCheck(parseEther('0.4'))).toBe('warned');
  });

  it('requires an acknowledgement for an unlimited cbBTC allowance within a batch', async () => {
    const found = await review(
      smart,
      batch(smart, wrap(1n), approve('cbBTC', UNLIMITED), approve('WETH', 1n)),
    );
    expect(found.danger).toMatch(/cbBTC/);
    expect(found.steps[0]?.rows.map(({ value }) => value).join('\n')).toMatch(/cbBTC/);
  });

  it('reports a batch with a failing call as failing', async () => {
    const found = await review(
      smart,
      batch(smart, wrap(1n), approve('USDC', 1n), call(addressOf('USDC'), '0x12345678')),
    );
    expect(found.simulation).toMatchObject({ outcome: 'fails' });
  });
});

describe('a call that could act as the account', () => {
  const execute = encodeFunctionData({
    abi: delegatorAbi,
    functionName: 'execute',
    args: [{ target: OTHER, value: 1n, callData: '0x' }],
  });
  const redeem = encodeFunctionData({
    abi: delegatorAbi,
    functionName: 'redeemDelegations',
    args: [['0x'], [`0x${'00'.repeat(32)}`], ['0x']],
  });

  it('refuses a smart account’s call to itself, alone and within a batch', async () => {
    expect((await review(smart, call(smart, execute))).refusal).toMatch(ACTS);
    expect((await review(smart, batch(smart, wrap(1n), call(smart, execute)))).refusal).toMatch(
      ACTS,
    );
    // The batch itself sets the code that would then run the hidden call.
    expect((await review(plain, setting(plain, wrap(1n), call(plain, execute)))).refusal).toMatch(
      ACTS,
    );
    const nested = batch(smart, wrap(1n), approve('USDC', 1n)) ?? call(OTHER);
    expect((await review(smart, batch(smart, nested, wrap(1n)))).refusal).toMatch(ACTS);
  });

  it('refuses a batch in the mode that tolerates failing calls', async () => {
    const { data = '0x', ...rest } = batch(smart, wrap(1n), approve('USDC', 1n)) ?? call(OTHER);
    const trying = { ...rest, data: `${data.slice(0, 10)}0101${data.slice(14)}` };
    expect((await review(smart, trying)).refusal).toMatch(ACTS);
  });

  it('refuses a call to a delegation manager from ordinary and smart accounts', async () => {
    for (const account of [plain, smart])
      for (const manager of DELEGATION_MANAGERS)
        expect((await review(account, call(manager, redeem))).refusal).toMatch(ACTS);
  });

  it('refuses a batch of an account with foreign code or without code', async () => {
    for (const account of [plain, swept]) {
      const found = await review(account, batch(account, wrap(1n), approve('USDC', 1n)));
      expect(found.refusal).toMatch(ACTS);
    }
  });

  it('refuses a batch when the delegator’s code isn’t the one that Condor knows', async () => {
    const changed = (rpc: Rpc) => ({
      request: async (method: string, params: unknown) =>
        method === 'eth_getCode' && Array.isArray(params) && params[0] === DELEGATOR
          ? '0x6001'
          : rpc.request(method, params),
    });
    const calls = [wrap(1n), approve('USDC', 1n)];
    for (const found of [
      await review(smart, batch(smart, ...calls), changed),
      await review(plain, setting(plain, ...calls), changed),
    ]) {
      expect(found.refusal).toMatch(/doesn’t have the code that Condor knows/);
    }
  });

  it('allows a call with plain data to the account itself when the account has no code', async () => {
    const found = await review(plain, call(plain, '0x646174613a2c'));
    expect(found.refusal).toBeUndefined();
  });
});

describe('the review of a removal of code', () => {
  it('shows the account, the payer and the contract of a removal, and reports a passed check and a warning', async () => {
    const codeChange = { account: swept ?? NO_CODE, delegate: NO_CODE, former: SWEEPER };
    const found = await review(plain, { ...call(plain), codeChange });
    expect(found.refusal).toBeUndefined();
    expect(found.danger).toBeUndefined();
    const [step] = found.steps;
    expect(step?.sentence).toMatch(/^Remove the code of 0x/);
    expect(step?.rows.map(({ value }) => value)).toEqual([swept, plain, SWEEPER]);
    expect(step?.checks.map(({ status }) => status)).toEqual(['passed', 'warned']);
    expect(found.fees.length).toBeGreaterThan(0);
  });

  it('refuses to remove code while the account has pending transactions, but not while only the payer has pending transactions', async () => {
    const removing = (account: Address | undefined, payer = account) => ({
      ...call(payer),
      codeChange: { account: account ?? NO_CODE, delegate: NO_CODE },
    });
    const busy = await review(swept, removing(swept), undefined, [7]);
    expect(busy.refusal).toMatch(/pending transaction/);
    expect((await review(plain, removing(swept, plain), undefined, [7])).refusal).toBeUndefined();
  });

  it('estimates a fee on a node that doesn’t support state overrides', async () => {
    const codeChange = { account: swept ?? NO_CODE, delegate: NO_CODE };
    const old = (rpc: Rpc) => ({
      request: async (method: string, params: unknown) => {
        if (method === 'eth_simulateV1') throw new Error('unknown method');
        if (Array.isArray(params) && params.length > 2) throw new Error('too many params');
        return rpc.request(method, params);
      },
    });
    const found = await review(swept, { ...call(swept), codeChange }, old);
    expect(found.fees[0]?.choice.gas.map(BigInt)).toEqual([55_200n]);
  });
});
