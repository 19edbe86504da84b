import type { Address, Hex } from 'viem';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { PositionActions } from '../positions/act.ts';
import { splitCall } from '../positions/action-calls.ts';
import { readSplitFee } from '../positions/costs.ts';
import { creationEventsOf, creationsOf } from '../positions/origin.ts';
import type { SentCalls } from '../sending/sent-calls.ts';
import { QuotationError } from './factory.ts';

/**
 * Returns a function that splits collateral, in base units, and the contracts that it backs off an
 * option. It resolves with the new option's address once the split is mined. A split that was sent
 * before, also by a former worker, isn't repeated: its part is returned.
 * @throws QuotationError `split-running` while another one is on its way, `no-split`,
 * `part-unread`; rejects with the contract's reason when the split fails now
 */
export function createSplitOff(deps: {
  client: Rpc;
  actions: Pick<PositionActions, 'split'>;
  sentCalls: SentCalls;
  settled: (hash: string) => Promise<Settled>;
}) {
  const { client } = deps;
  /** Options whose split the user is asked about. */
  const asking = new Set<string>();

  async function ask(account: Address, option: Address, collateral: bigint): Promise<Hex> {
    const data = splitCall(collateral);
    const sent = deps.sentCalls(account, option).filter((call) => isSplit(call.data));
    const same = sent.find((call) => call.data === data);
    if (same !== undefined) return same.hash;
    const key = option.toLowerCase();
    if (sent.length > 0 || asking.has(key))
      throw new QuotationError('split-running', 'Another split is on its way.');
    asking.add(key);
    try {
      const fee = await readSplitFee(client, option);
      const call = { from: account, to: option, data, value: quantity(fee) };
      await client.request('eth_call', [call, 'latest']);
      return await deps.actions.split({ account, option, collateral, fee });
    } finally {
      asking.delete(key);
    }
  }

  return async (account: Address, option: Address, collateral: bigint): Promise<Address> => {
    const { hash, status } = await deps.settled(await ask(account, option, collateral));
    if (status !== 'confirmed') throw new QuotationError('no-split', 'The split was not mined.');
    const part = await readPart(client, hash as Hex, option).catch(() => undefined);
    if (part === undefined) throw new QuotationError('part-unread', 'The receipt is not read yet.');
    return part;
  };
}

const isSplit = (data: Hex) => data.startsWith(splitCall(0n).slice(0, 10));

/** Returns the option that a transaction split off another one, by its receipt. */
async function readPart(client: Rpc, hash: Hex, option: Address): Promise<Address | undefined> {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]);
  const { splitFrom } = creationsOf(creationEventsOf(receipt));
  for (const [part, parent] of splitFrom) if (isSameAddress(parent, option)) return part;
  return undefined;
}
