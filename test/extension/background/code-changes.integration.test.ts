import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  encodeFunctionData,
  type HDAccount,
  type Hex,
  keccak256,
  parseEther,
  toHex,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBatching } from '../../../entrypoints/background/approvals/sending/batching.ts';
import { createBroadcast, type Sending } from '../../../entrypoints/background/chain/broadcast.ts';
import { createRpc, type Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { createWatch } from '../../../entrypoints/background/chain/watch.ts';
import { signAuthorization, signTransaction } from '../../../entrypoints/background/signer/sign.ts';
import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import type { CodeChange, TransactionDraft } from '../../../shared/approvals/types.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { codeOf, DELEGATOR, NO_CODE } from '../../../shared/chain/delegation.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { parseRaw } from '../../../shared/chain/raw-transaction.ts';
import { startAnvil } from '../../devnet/anvil.ts';
import { DEVNET_MNEMONIC, type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { setCode } from '../../devnet/fill.ts';
import { installSweeper, SWEEPER, THIEF } from '../../devnet/sweeper.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
  await installSweeper(devnet);
});
afterAll(() => devnet?.stop());

const USDC = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? NO_CODE;
const SPENDER: Address = '0x00000000000000000000000000000000000000A1';
const OTHER: Address = '0x00000000000000000000000000000000000000A2';

const codeAt = (address: string) =>
  devnet.client.getCode({ address: address as Address }).then((code) => code ?? '0x');

/** A wallet that signs, sends and watches for accounts of the devnet. */
function wallet(accounts: readonly HDAccount[], change: (rpc: Rpc) => Rpc = (rpc) => rpc) {
  const activity = memoryActivity();
  const honest = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
  const keyOf = (address: string) => {
    const key = accounts.find((one) => one.address === address)?.getHdKey().privateKey;
    if (key == null) throw new Error('no key');
    return key;
  };
  const signed: Hex[] = [];
  const rpc = change(honest);
  const genesis = { read: async () => undefined };
  const broadcast = createBroadcast({
    rpcOf: () => rpc,
    signer: {
      signAuthorization: (address, authorization) =>
        signAuthorization(keyOf(address), authorization),
      signTransaction(address, transaction) {
        const raw = signTransaction(keyOf(address), transaction);
        signed.push(raw);
        return raw;
      },
    },
    activity,
    genesis,
    clock: createFakeClock(),
    wait: async () => undefined,
    onSent: () => undefined,
  });
  let keys = 0;
  async function send(from: HDAccount, draft: TransactionDraft, more: Partial<Sending> = {}) {
    keys += 1;
    return broadcast.send({
      account: from.address,
      chainId: CHAIN_ID,
      draft,
      isAgreed: () => true,
      fee: {
        gas: ['0x7a120'],
        maxFeePerGas: toHex(10n ** 9n),
        maxPriorityFeePerGas: '0x1',
        isLegacy: false,
      },
      origin: '',
      what: { kind: 'unknown', to: draft.to ?? NO_CODE },
      requestKey: `test:${keys}`,
      ...more,
    });
  }
  /** Watches until a block includes the transaction, without waiting for real time. */
  async function ended(hash: Hex): Promise<TransactionRecord> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const alarms = { set: async () => undefined, clear: async () => undefined };
      const parts = { activity, genesis, alarms, now: Date.now, onSettled: () => undefined };
      createWatch({ ...parts, rpcOf: () => honest }).start();
      for (;;) {
        const row = activity.find(hash);
        if (row === undefined) throw new Error('The transaction is unknown.');
        if (!isPending(row)) return row;
        await vi.advanceTimersByTimeAsync(1_500);
        await wait(10);
      }
    } finally {
      vi.useRealTimers();
    }
  }
  return { send, ended, activity, signed, rpc: honest };
}

const changeOf = (from: HDAccount, codeChange: CodeChange): TransactionDraft => ({
  to: from.address,
  value: '0x0',
  data: '0x',
  codeChange,
});
const remove = (account: HDAccount, payer: HDAccount = account) =>
  changeOf(payer, { account: account.address, delegate: NO_CODE });
const set = (account: HDAccount) =>
  changeOf(account, { account: account.address, delegate: DELEGATOR });

const approve = (spender: Address, amount: bigint) => ({
  to: USDC,
  value: '0x0' as const,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
});
const allowance = (owner: Address, spender: Address) =>
  devnet.client.readContract({
    address: USDC,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  });

const lying = (address: string, code: Hex) => (rpc: Rpc) => ({
  request: async (method: string, params: unknown) =>
    method === 'eth_getCode' && Array.isArray(params) && params[0] === address
      ? code
      : rpc.request(method, params),
});

describe('the code of an account', () => {
  it('removes code that takes every deposit, in a transaction that a different account pays for', async () => {
    const [victim, payer] = devnet.accounts.takers;
    await setCode(devnet, { account: victim, payer, delegate: SWEEPER });
    await devnet.send({ from: payer.address, to: victim.address, value: parseEther('1') });
    expect(await devnet.client.getBalance({ address: victim.address })).toBe(0n);
    expect(await devnet.client.getBalance({ address: THIEF })).toBeGreaterThan(0n);
    const { send, ended } = wallet([victim, payer]);
    const row = await ended(await send(payer, remove(victim, payer)));
    expect(row).toMatchObject({ status: 'confirmed', account: payer.address });
    expect(await codeAt(victim.address)).toBe('0x');
    await devnet.send({ from: payer.address, to: victim.address, value: parseEther('1') });
    expect(await devnet.client.getBalance({ address: victim.address })).toBe(parseEther('1'));
  });

  it('sets and removes the code with transactions of the account itself, which use two nonces each', async () => {
    const [, , account] = devnet.accounts.takers;
    const before = await devnet.client.getTransactionCount({ address: account.address });
    const { send, ended, signed } = wallet([account]);
    expect(await ended(await send(account, set(account)))).toMatchObject({ status: 'confirmed' });
    expect(await codeAt(account.address)).toBe(codeOf(DELEGATOR));
    expect(await devnet.client.getTransactionCount({ address: account.address })).toBe(before + 2);
    expect(parseRaw(signed[0] ?? '0x')).toMatchObject({
      nonce: before,
      authorizationList: [{ chainId: CHAIN_ID, nonce: before + 1 }],
    });
    expect(await ended(await send(account, remove(account)))).toMatchObject({
      status: 'confirmed',
    });
    expect(await codeAt(account.address)).toBe('0x');
    expect(await devnet.client.getTransactionCount({ address: account.address })).toBe(before + 4);
  });

  it('reports a removal of code as failed when its authorization was void and the code is unchanged', async () => {
    const [victim, payer, , other] = devnet.accounts.takers;
    await setCode(devnet, { account: victim, payer, delegate: SWEEPER });
    const { send, ended } = wallet([victim, payer]);
    await devnet.client.setAutomine(false);
    try {
      const hash = await send(payer, remove(victim, payer));
      await devnet.client.dropTransaction({ hash });
      // The thief, who has the key, uses the nonce before the wallet does.
      const nonce = await devnet.client.getTransactionCount({ address: victim.address });
      await devnet.client.setNonce({ address: victim.address, nonce: nonce + 1 });
      await devnet.client.setAutomine(true);
      expect(await ended(hash)).toMatchObject({
        status: 'failed',
        failure: { code: 'code unchanged' },
      });
      expect(await codeAt(victim.address)).toBe(codeOf(SWEEPER));
      await setCode(devnet, { account: victim, payer: other, delegate: NO_CODE });
    } finally {
      await devnet.client.setAutomine(true);
    }
  });

  it('refuses to change an account’s code while a transaction of the account is pending', async () => {
    const [account] = devnet.accounts.takers;
    const { send, signed, ended } = wallet([account]);
    await devnet.client.setAutomine(false);
    const first = await send(account, { to: OTHER, value: '0x1', data: '0x' });
    await expect(send(account, set(account))).rejects.toMatchObject({ code: 'account-busy' });
    // The wallet doesn't know the first transaction, because another wallet with the same phrase
    // sent it.
    const elsewhere = wallet([account]);
    await expect(elsewhere.send(account, set(account))).rejects.toMatchObject({
      code: 'account-busy',
    });
    expect([...signed, ...elsewhere.signed]).toHaveLength(1);
    await devnet.client.mine({ blocks: 1 });
    await devnet.client.setAutomine(true);
    await ended(first);
  });

  it('replaces a pending change of code only with another change of code', async () => {
    const [account] = devnet.accounts.takers;
    const { send, signed, ended } = wallet([account]);
    await devnet.client.setAutomine(false);
    const nonce = await devnet.client.getTransactionCount({ address: account.address });
    await send(account, set(account));
    const fee = {
      gas: ['0x7a120'],
      maxFeePerGas: toHex(2n * 10n ** 9n),
      maxPriorityFeePerGas: '0x3',
      isLegacy: false,
      nonce,
    };
    const plain = { to: OTHER, value: '0x1', data: '0x' };
    await expect(send(account, plain, { fee })).rejects.toMatchObject({ code: 'account-busy' });
    const next = { ...fee, nonce: nonce + 1 };
    await expect(send(account, plain, { fee: next })).rejects.toMatchObject({
      code: 'account-busy',
    });
    expect(signed).toHaveLength(1);
    await send(account, set(account), { fee });
    const [original, faster] = signed.map(parseRaw);
    expect(faster).toMatchObject({
      nonce,
      authorizationList: original?.type === 'eip7702' ? original.authorizationList : [],
    });
    const dearer = { ...fee, maxFeePerGas: toHex(4n * 10n ** 9n), maxPriorityFeePerGas: '0x9' };
    const cancelling = await send(account, remove(account), { fee: dearer, isCancel: true });
    await devnet.client.mine({ blocks: 1 });
    await devnet.client.setAutomine(true);
    expect(await ended(cancelling)).toMatchObject({ status: 'confirmed' });
    expect(await codeAt(account.address)).toBe('0x');
    // The authorization that was replaced is void.
    const [first] = signed.map(parseRaw);
    if (first?.type !== 'eip7702') throw new Error('no authorization');
    expect(first.authorizationList[0]?.nonce).toBeLessThan(
      await devnet.client.getTransactionCount({ address: account.address }),
    );
  });

  it('an authorization for this chain doesn’t change the code on a different chain', async () => {
    const [, , , account] = devnet.accounts.takers;
    const { send, ended, signed } = wallet([account]);
    await ended(await send(account, set(account)));
    const elsewhere = await startAnvil({
      port: 0,
      host: '127.0.0.1',
      chainId: 10,
      mnemonic: DEVNET_MNEMONIC,
    });
    try {
      const rpc = createRpc({ fetch, urls: () => [`http://127.0.0.1:${elsewhere.port}`] });
      const raw = parseRaw(signed[0] ?? '0x');
      if (raw.type !== 'eip7702') throw new Error('no authorization');
      const key = devnet.accounts.takers[0].getHdKey().privateKey ?? new Uint8Array();
      // On the other chain, the account's nonce equals the nonce in the authorization.
      const nonce = raw.authorizationList[0]?.nonce ?? 0;
      await rpc.request('anvil_setNonce', [account.address, toHex(nonce)]);
      await expect(rpc.request('eth_sendRawTransaction', [signed[0]])).rejects.toThrow();
      // The wallet's signer refuses this authorization in a transaction, but a thief uses another
      // signer.
      const to = devnet.accounts.takers[0].address;
      expect(() => signTransaction(key, { ...raw, chainId: 10, nonce: 0, to })).toThrow(TypeError);
      const stolen = raw.authorizationList[0];
      if (stolen === undefined) throw new Error('no authorization');
      const thief = devnet.accounts.takers[0];
      const wrapped = await thief.signTransaction({
        type: 'eip7702',
        chainId: 10,
        nonce: 0,
        to: thief.address,
        gas: 200_000n,
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 1n,
        authorizationList: [stolen],
      });
      await rpc.request('eth_sendRawTransaction', [wrapped]);
      await rpc.request('evm_mine', []);
      expect(await rpc.request('eth_getTransactionReceipt', [keccak256(wrapped)])).toMatchObject({
        status: '0x1',
      });
      expect(await rpc.request('eth_getCode', [account.address, 'latest'])).toBe('0x');
    } finally {
      await elsewhere.stop();
      await ended(await send(account, remove(account)));
    }
  });
});

describe('a batch', () => {
  const batching = (account: HDAccount, rpc: Rpc, isOn = true, isOffered = false) => {
    const { statusOf, transactionOf } = createBatching({
      rpcOf: () => rpc,
      canSign: (address) => address === account.address,
      isOffered: () => isOffered,
      isOn: () => isOn,
    });
    return {
      status: (chainId = CHAIN_ID) => statusOf(account.address, chainId),
      of: (...calls: TransactionDraft[]) =>
        transactionOf({ account: account.address, chainId: CHAIN_ID, calls }),
      shown: (...calls: TransactionDraft[]) =>
        transactionOf({ account: account.address, chainId: CHAIN_ID, calls, isOfferShown: true }),
    };
  };

  it('makes an account smart with its first bundle, and sends each later bundle as one transaction', async () => {
    const [, account] = devnet.accounts.takers;
    const { send, ended, rpc } = wallet([account]);
    const { status, of } = batching(account, rpc);
    expect(await status()).toBe('ready');
    expect(await status(10)).toBe('unsupported');
    expect(await batching(account, rpc, false).status()).toBe('unsupported');
    const offered = batching(account, rpc, false, true);
    expect(await offered.status()).toBe('offered');
    expect(await offered.of(approve(SPENDER, 5n), approve(OTHER, 6n))).toBeUndefined();
    expect((await offered.shown(approve(SPENDER, 5n), approve(OTHER, 6n)))?.codeChange).toEqual({
      account: account.address,
      delegate: DELEGATOR,
    });
    const first = await of(approve(SPENDER, 5n), approve(OTHER, 6n));
    expect(first?.codeChange).toEqual({ account: account.address, delegate: DELEGATOR });
    expect(await ended(await send(account, first ?? set(account)))).toMatchObject({
      status: 'confirmed',
    });
    expect(await status()).toBe('supported');
    expect(await offered.status()).toBe('unsupported');
    expect(await allowance(account.address, SPENDER)).toBe(5n);
    expect(await allowance(account.address, OTHER)).toBe(6n);
    const second = await of(approve(SPENDER, 7n), approve(OTHER, 8n));
    expect(second?.codeChange).toBeUndefined();
    await ended(await send(account, second ?? set(account)));
    expect(await allowance(account.address, OTHER)).toBe(8n);
  });

  it('answers that batches are unsupported as soon as the delegator’s code has changed', async () => {
    const [, account] = devnet.accounts.takers;
    const { rpc } = wallet([account]);
    let isChanged = false;
    const changing: Rpc = {
      async request(method, params) {
        const isRead = method === 'eth_getCode' && JSON.stringify(params).includes(DELEGATOR);
        return isRead && isChanged ? '0x60016000' : rpc.request(method, params);
      },
    };
    const { status, of } = batching(account, changing);
    expect(await status()).toBe('supported');
    isChanged = true;
    expect(await status()).toBe('unsupported');
    expect(await of(approve(SPENDER, 1n), approve(OTHER, 1n))).toBeUndefined();
  });

  it('changes nothing when one call of a smart account’s batch fails', async () => {
    const [, account] = devnet.accounts.takers;
    const { send, ended, rpc } = wallet([account]);
    const failing = {
      ...approve(OTHER, 1n),
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [OTHER, 10n ** 30n],
      }),
    };
    const batch = await batching(account, rpc).of(approve(SPENDER, 99n), failing);
    expect(await ended(await send(account, batch ?? set(account)))).toMatchObject({
      status: 'failed',
      failure: { code: 'reverted' },
    });
    expect(await allowance(account.address, SPENDER)).toBe(7n);
  });

  it('doesn’t sign a batch when the delegator’s code changed after the user’s approval', async () => {
    const [, account] = devnet.accounts.takers;
    const { rpc } = wallet([account]);
    const batch = await batching(account, rpc).of(approve(SPENDER, 1n), approve(OTHER, 1n));
    const changed = wallet([account], lying(DELEGATOR, '0x60016000'));
    await expect(changed.send(account, batch ?? set(account))).rejects.toMatchObject({
      code: 'delegator-changed',
    });
    await expect(changed.send(account, set(account))).rejects.toMatchObject({
      code: 'delegator-changed',
    });
    expect(changed.signed).toEqual([]);
    // An account can remove its code even when the delegator's code has changed.
    await changed.ended(await changed.send(account, remove(account)));
    expect(changed.signed).toHaveLength(1);
    expect(await codeAt(account.address)).toBe('0x');
  });

  it('doesn’t sign a batch for an account that lost its code, and reports a failure if a node hid the loss', async () => {
    const [, account] = devnet.accounts.takers;
    const { rpc, send, signed } = wallet([account]);
    const isSmart = lying(account.address, codeOf(DELEGATOR));
    const batch = await batching(account, isSmart(rpc)).of(
      approve(SPENDER, 1n),
      approve(OTHER, 1n),
    );
    if (batch === undefined) throw new Error('no batch');
    await expect(send(account, batch)).rejects.toMatchObject({ code: 'code-changed' });
    expect(signed).toEqual([]);
    const deceived = wallet([account], isSmart);
    expect(await deceived.ended(await deceived.send(account, batch))).toMatchObject({
      status: 'failed',
      failure: { code: 'code unchanged' },
    });
    expect(await allowance(account.address, SPENDER)).toBe(7n);
  });

  it('refuses a batch for an account with foreign code', async () => {
    const [, account, payer] = devnet.accounts.takers;
    await setCode(devnet, { account, payer, delegate: SWEEPER });
    const { rpc } = wallet([account]);
    const { status, of } = batching(account, rpc);
    expect(await status()).toBe('unsupported');
    expect(await of(approve(SPENDER, 1n), approve(OTHER, 1n))).toBeUndefined();
  });
});
