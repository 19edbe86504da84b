import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  maxUint256,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { FoundAllowance } from '../../../../entrypoints/background/allowances/keys.ts';
import { createValueReader } from '../../../../entrypoints/background/allowances/read-values.ts';
import { MULTICALL3 } from '../../../../entrypoints/background/chain/reads.ts';
import { multicall3Abi } from '../../../../shared/chain/abi/multicall3.ts';
import { PERMIT2 } from '../../../../shared/chain/chain-context.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { createFakeClock } from '../../../helpers/fake-world.ts';
import { addressOf } from '../../helpers/allowance-node.ts';

const OWNER = addressOf(5, 5);
const SPENDER = addressOf(1, 1);
const NOW = 1_900_000_000;
const ALLOWANCE = toFunctionSelector('allowance(address,address)');
const PERMIT2_ALLOWANCE = toFunctionSelector('allowance(address,address,address)');
const word = (value: bigint) => toHex(value, { size: 32 });

type Answer = Hex | undefined | 'unreachable' | 'silent';
type Contracts = (to: string, data: Hex) => Answer;

/** Waits while a slow contract uses up its time. Tests end the wait immediately or never. */
type Waits = (milliseconds: number) => Promise<void>;

/** A node whose multicall fails completely when one contract in it burns all gas. */
function nodeOf(contracts: Contracts, options: { hasMulticall?: boolean } = {}) {
  const asked: string[] = [];
  const request = async (method: string, params: unknown): Promise<unknown> => {
    const [{ to, data }] = params as [{ to: string; data: Hex }];
    asked.push(to.toLowerCase());
    expect(method).toBe('eth_call');
    if (to === MULTICALL3) {
      if (options.hasMulticall === false) return '0x';
      let isSilent = false;
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      const result = args[0].map(({ target, callData }) => {
        const answer = contracts(target.toLowerCase(), callData);
        if (answer === 'unreachable') throw new RpcError('chainUnreachable');
        if (answer === 'silent') isSilent = true;
        const isGiven = answer !== undefined && answer !== 'silent';
        return { success: isGiven, returnData: isGiven ? answer : ('0x' as const) };
      });
      if (isSilent) return new Promise(() => undefined);
      return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
    }
    const answer = contracts(to.toLowerCase(), data);
    if (answer === 'unreachable') throw new RpcError('chainUnreachable');
    if (answer === 'silent') return new Promise(() => undefined);
    if (answer === undefined) throw new RpcError('internal');
    return answer;
  };
  return { rpc: { request }, asked };
}

const found = (n: number, members: Partial<FoundAllowance> = {}): FoundAllowance => ({
  ...{ chainId: 1, account: OWNER, kind: 'token', token: addressOf(2, n), spender: SPENDER },
  ...members,
});

interface ReaderOptions {
  readonly hasMulticall?: boolean;
  readonly trusted?: string;
  readonly wait?: Waits;
}

/** By default, no contract uses up its time. */
const reader = (contracts: Contracts, options: ReaderOptions = {}) => {
  const { rpc, asked } = nodeOf(contracts, options);
  const clock = createFakeClock(NOW * 1000);
  const { trusted, wait = () => new Promise<void>(() => undefined) } = options;
  const isTrusted = (token: string) => token === trusted;
  const values = createValueReader({ rpc, clock, wait, isTrusted });
  return { asked, clock, values, read: values.read };
};

describe('the reader of allowance values', () => {
  it('returns the smaller of allowance and balance, and leaves out an allowance of zero', async () => {
    const { read } = reader((to, data) => {
      if (to === addressOf(2, 2)) return word(0n);
      return word(data.startsWith(ALLOWANCE) ? maxUint256 : 40n);
    });
    expect(await read([found(1), found(2)])).toEqual([
      { spender: SPENDER, units: maxUint256, stake: 40n },
      undefined,
    ]);
  });

  it('asks an unknown token separately when the combined request fails, and keeps the values of other tokens', async () => {
    const { asked, read } = reader((to) => (to === addressOf(2, 2) ? 'unreachable' : word(7n)));
    const values = await read([found(1), found(2), found(3)]);
    expect(values.map((value) => value?.units)).toEqual([7n, undefined, 7n]);
    expect(asked).toContain(addressOf(2, 3));
  });

  it('waits before asking a contract again after the contract’s error', async () => {
    const { asked, read, clock } = reader((to) => (to === addressOf(2, 2) ? undefined : word(7n)));
    await read([found(1, { isOwn: true }), found(2)]);
    const before = asked.length;
    clock.advance(20_000);
    await read([found(1, { isOwn: true }), found(2)]);
    expect(asked.slice(before)).toEqual([MULTICALL3.toLowerCase()]);
  });

  it('returns a contract’s allowance at the next attempt after a failure', async () => {
    let answer: Answer;
    const { read, clock } = reader(() => answer);
    expect(await read([found(1)])).toEqual([undefined]);
    answer = word(7n);
    expect(await read([found(1)])).toEqual([undefined]);
    clock.advance(60_000);
    expect(await read([found(1)])).toMatchObject([{ units: 7n }]);
  });

  it('keeps an earlier value when its contract fails later', async () => {
    let answer: Answer = word(7n);
    const { read, clock, values } = reader(() => answer);
    await read([found(1)]);
    for (answer of [undefined, 'unreachable'] as const) {
      clock.advance(120_000);
      expect(await read([found(1)])).toMatchObject([{ units: 7n }]);
    }
    expect(values.unread()).toBe(0);
  });

  it('lists other values while forty slow contracts keep the node busy, and asks the slow contracts at growing intervals', async () => {
    const trusted = addressOf(2, 99);
    const slow = Array.from({ length: 40 }, (_, i) => found(i + 1));
    const own = found(98, { isOwn: true });
    const all = [...slow, own, found(99)];
    const isSlow = (to: string) => to !== trusted && to !== own.token;
    let waited = 0;
    const { asked, read, clock, values } = reader((to) => (isSlow(to) ? 'silent' : word(7n)), {
      trusted,
      async wait(milliseconds) {
        waited = Math.max(waited, milliseconds);
        await Promise.resolve();
      },
    });
    const known = async () => (await read(all)).filter((value) => value !== undefined).length;
    expect(await known()).toBeGreaterThan(0);
    await eventually(async () => expect(values.isReading()).toBe(false));
    expect(await known()).toBe(2);
    expect(values.unread()).toBe(40);
    expect(waited).toBeLessThanOrEqual(4_000);
    const askedOf = async (pause: number) => {
      clock.advance(pause);
      const before = asked.length;
      await read(all);
      await eventually(async () => expect(values.isReading()).toBe(false));
      return new Set(asked.slice(before).filter((to) => slow.some(({ token }) => token === to)))
        .size;
    };
    expect(await askedOf(30_000)).toBe(0);
    expect(await askedOf(31_000)).toBe(40);
    expect(await askedOf(61_000)).toBe(0);
    expect(await askedOf(60_000)).toBe(40);
  });

  it('fails when the node returns no answer about a known token', async () => {
    const trusted = addressOf(2, 1);
    const { read } = reader(() => 'unreachable', { trusted });
    await expect(read([found(1)])).rejects.toMatchObject({ code: 'chainUnreachable' });
  });

  it('reads the values on a network without the multicall contract', async () => {
    const trusted = addressOf(2, 1);
    const { read } = reader(() => word(3n), { trusted, hasMulticall: false });
    const values = await read([found(1), found(2)]);
    expect(values.map((value) => value?.stake)).toEqual([3n, 3n]);
  });

  it('limits a stake in Permit2 to the amount that Permit2 may take, and drops allowances that have ended', async () => {
    const permit2 = parseAbi([
      'function allowance(address, address, address) view returns (uint160, uint48, uint48)',
    ]);
    const packed = (until: number) =>
      encodeFunctionResult({
        abi: permit2,
        functionName: 'allowance',
        result: [50n, until, 0],
      });
    const { read } = reader((to, data) => {
      if (to !== PERMIT2) return word(data.startsWith(ALLOWANCE) ? 20n : 100n);
      expect(data.startsWith(PERMIT2_ALLOWANCE)).toBe(true);
      return packed(data.toLowerCase().includes(addressOf(2, 1).slice(2)) ? NOW + 1 : NOW - 1);
    });
    expect(await read([found(1, { kind: 'permit2' }), found(2, { kind: 'permit2' })])).toEqual([
      { spender: SPENDER, units: 50n, stake: 20n, expiresAt: NOW + 1 },
      undefined,
    ]);
  });

  it('treats garbage as a missing answer', async () => {
    const { read } = reader(() => '0x1234');
    for (const kind of ['token', 'operator', 'item', 'permit2'] as const)
      expect(await read([found(1, { kind, item: '7' })])).toEqual([undefined]);
  });

  it('drops the approval of an item that was sold', async () => {
    let holder = OWNER;
    const { read, clock } = reader((_, data) => {
      const isOwner = data.startsWith(toFunctionSelector('ownerOf(uint256)'));
      return word(BigInt(isOwner ? holder : SPENDER));
    });
    const item = found(1, { kind: 'item', item: '7' });
    expect(await read([item])).toMatchObject([{ spender: SPENDER, stake: 1n }]);
    holder = SPENDER;
    clock.advance(120_000);
    expect(await read([item])).toEqual([undefined]);
  });
});
