import { encodeAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import { collectionName, ownedOf } from '../../../entrypoints/background/chain/read-collectible.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const COLLECTION = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ITEM = { address: COLLECTION, standard: 'ERC721', tokenId: '1' } as const;

const node = (answer: unknown) => ({
  async request() {
    if (answer instanceof Error) throw answer;
    return answer;
  },
});
const address = (value: typeof ACCOUNT | typeof OTHER) =>
  encodeAbiParameters([{ type: 'address' }], [value]);

describe('the number of an item that an account owns', () => {
  it("reads the number of owned items from the collection's contract", async () => {
    expect(await ownedOf(node(address(ACCOUNT)), ACCOUNT, ITEM)).toBe(1n);
    expect(await ownedOf(node(address(OTHER)), ACCOUNT, ITEM)).toBe(0n);
    const three = encodeAbiParameters([{ type: 'uint256' }], [3n]);
    expect(await ownedOf(node(three), ACCOUNT, { ...ITEM, standard: 'ERC1155' })).toBe(3n);
  });

  it('returns zero when the contract reverts, and rejects when the node fails', async () => {
    const refused = new NodeError({ code: 3, message: 'reverted' });
    expect(await ownedOf(node(refused), ACCOUNT, ITEM)).toBe(0n);
    expect(await ownedOf(node('0x'), ACCOUNT, ITEM)).toBe(0n);
    const away = ownedOf(node(new RpcError('chainUnreachable')), ACCOUNT, ITEM);
    await expect(away).rejects.toMatchObject({ code: 'chainUnreachable' });
  });
});

describe('the name of a collection', () => {
  const named = (name: string) =>
    collectionName(node(encodeAbiParameters([{ type: 'string' }], [name])), COLLECTION);

  it("returns a collection's name only when all its characters are ordinary", async () => {
    expect(await named('Birds of Base')).toBe('Birds of Base');
    expect(await named('Вirds')).toBeUndefined();
    expect(await named('')).toBeUndefined();
    expect(await collectionName(node('0x'), COLLECTION)).toBeUndefined();
  });
});
