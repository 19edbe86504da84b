import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNames } from '../../../entrypoints/background/chain/names.ts';
import { createRpc } from '../../../entrypoints/background/chain/rpc.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { type Devnet, startDevnet } from '../../devnet/devnet.ts';
import { installNames } from '../../helpers/devnet-names.ts';

const ALICE: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const CAROL: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const DAVE: Address = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';

let devnet: Devnet;
let records: Awaited<ReturnType<typeof installNames>>;

beforeAll(async () => {
  devnet = await startDevnet();
  records = await installNames(devnet);
});
afterAll(() => devnet?.stop());

/** Creates name lookups in which the devnet serves as each of the networks. */
const names = (chains: readonly number[] = [CHAIN_ID]) => {
  const rpc = createRpc({ fetch, urls: () => [devnet.rpcUrl] });
  return createNames({ rpcOf: () => rpc, isKnownChain: (chainId) => chains.includes(chainId) });
};

describe('a Basename', () => {
  it('resolves a Basename in both directions when the address and the name refer to each other', async () => {
    await records.forward('alice.base.eth', ALICE);
    await records.reverse(ALICE, 'alice.base.eth');
    expect(await names().addressOf(' Alice.base.eth ')).toEqual({
      kind: 'address',
      address: ALICE,
    });
    expect(await names().nameOf(ALICE)).toBe('alice.base.eth');
  });

  it("doesn't use a name whose address has no matching reverse record", async () => {
    await records.forward('unclaimed.base.eth', BOB);
    expect(await names().addressOf('unclaimed.base.eth')).toEqual({ kind: 'unknown' });
    expect(await names().nameOf(BOB)).toBeUndefined();
  });

  it('doesn’t return the name that an address claims when the name refers to a different address', async () => {
    await records.reverse(BOB, 'alice.base.eth');
    expect(await names().nameOf(BOB)).toBeUndefined();
    expect(await names().addressOf('alice.base.eth')).toEqual({ kind: 'address', address: ALICE });
  });

  it('prefers the newer reverse registrar’s record to the older registrar’s record', async () => {
    await records.forward('carol.base.eth', CAROL);
    await records.forward('old.base.eth', CAROL);
    await records.reverse(CAROL, 'old.base.eth');
    await records.primary(CAROL, 'carol.base.eth');
    expect(await names().nameOf(CAROL)).toBe('carol.base.eth');
  });

  it.each([
    'аlice.base.eth',
    'ali ce.base.eth',
    'alice..base.eth',
    '-a.base.eth',
    '[00].base.eth',
    'alice',
    '.eth',
  ])('doesn’t resolve the invalid name “%s”', async (name) => {
    await records.forward(name, DAVE);
    await records.reverse(DAVE, name);
    expect(await names().addressOf(name)).toEqual({ kind: 'unknown' });
  });

  it('doesn’t return a name whose reverse record contains a look-alike letter', async () => {
    const name = 'dаve.base.eth';
    await records.forward(name, DAVE);
    await records.reverse(DAVE, name, records.base);
    expect(await names().nameOf(DAVE)).toBeUndefined();
  });
});

describe('a name of ENS', () => {
  it('resolves ENS names only when the user has added Ethereum', async () => {
    await records.forward('dave.eth', DAVE);
    await records.reverse(DAVE, 'dave.eth');
    expect(await names().addressOf('dave.eth')).toEqual({ kind: 'chainNotAdded', chainId: 1 });
    expect(await names([CHAIN_ID, 1]).addressOf('dave.eth')).toEqual({
      kind: 'address',
      address: DAVE,
    });
    expect(await names([CHAIN_ID, 1]).nameOf(DAVE)).toBe('dave.eth');
  });
});

describe('the lookup of a name', () => {
  it('reports that a chain without the name contracts has no names', async () => {
    const bare = await startDevnet();
    try {
      const rpc = createRpc({ fetch, urls: () => [bare.rpcUrl] });
      const none = createNames({ rpcOf: () => rpc, isKnownChain: () => true });
      expect(await none.addressOf('alice.base.eth')).toEqual({
        kind: 'noNameService',
        chainId: CHAIN_ID,
      });
      expect(await none.nameOf(ALICE)).toBeUndefined();
    } finally {
      await bare.stop();
    }
  });

  it('finds neither an address nor a name when a node returns garbage', async () => {
    const garbage = createNames({
      rpcOf: () => ({ request: async () => `0x${'ff'.repeat(64)}` }),
      isKnownChain: () => true,
    });
    expect(await garbage.addressOf('alice.base.eth')).toEqual({ kind: 'unknown' });
    expect(await garbage.nameOf(ALICE)).toBeUndefined();
  });

  it('reports an error when the node doesn’t respond, instead of a missing name', async () => {
    const rpc = createRpc({ fetch, urls: () => ['http://127.0.0.1:1'] });
    const away = createNames({ rpcOf: () => rpc, isKnownChain: () => true });
    await expect(away.addressOf('alice.base.eth')).rejects.toThrow('cannot be reached');
  });
});
