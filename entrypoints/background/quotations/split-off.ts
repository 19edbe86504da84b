import type { Address, Hex } from 'viem';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { PositionActions } from '../positions/act.ts';
import { splitCall } from '../positions/action-calls.ts';
import { readSplitFee } from '../positions/costs.ts';
import { creationEventsOf, creationsOf } from '../positions/origin.ts';
import { QuotationError } from './factory.ts';

/**
 * Returns a function that splits collateral, in base units, and the contracts that it backs off an
 * option. It resolves with the new option's address once the split is mined.
 * @throws QuotationError `no-split`, `part-unread`; rejects with the contract's reason when the split fails now
 */
export function createSplitOff(deps: {
  client: Rpc;
  actions: Pick<PositionActions, 'split'>;
  settled: (hash: string) => Promise<Settled>;
}) {
  const { client } = deps;
  return async (account: Address, option: Address, collateral: bigint): Promise<Address> => {
    const fee = await readSplitFee(client, option);
    const call = { from: account, to: option, data: splitCall(collateral), value: quantity(fee) };
    await client.request('eth_call', [call, 'latest']);
    const { hash, status } = await deps.settled(
      await deps.actions.split({ account, option, collateral, fee }),
    );
    if (status !== 'confirmed') throw new QuotationError('no-split', 'The split was not mined.');
    const part = await readPart(client, hash as Hex, option).catch(() => undefined);
    if (part === undefined) throw new QuotationError('part-unread', 'The receipt is not read yet.');
    return part;
  };
}

/** Returns the option that a transaction split off another one, by its receipt. */
async function readPart(client: Rpc, hash: Hex, option: Address): Promise<Address | undefined> {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]);
  const { splitFrom } = creationsOf(creationEventsOf(receipt));
  for (const [part, parent] of splitFrom) if (isSameAddress(parent, option)) return part;
  return undefined;
}
