import type { Address, Hex } from 'viem';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settled } from '../chain/settlements.ts';
import type { PositionActions } from '../positions/act.ts';
import { isSplitCall, splitCall } from '../positions/action-calls.ts';
import { readSplitFee } from '../positions/costs.ts';
import { creationEventsOf, creationsOf } from '../positions/origin.ts';
import type { SentCalls } from '../sending/sent-calls.ts';
import { QuotationError } from './factory.ts';
import type { OneRequest } from './one-request.ts';

/**
 * Splits collateral, in base units, and the contracts that it backs off an option. A split that was
 * sent before, also by a former worker, isn't repeated. Both functions throw QuotationError
 * `split-running` while another one is on its way, `already-asked` while a request about the option
 * is, and reject with the contract's reason when the split fails now.
 */
export function createSplitOff(deps: {
  client: Rpc;
  actions: Pick<PositionActions, 'split'>;
  oneRequest: Pick<OneRequest, 'splitOnce'>;
  sentCalls: SentCalls;
  settled: (hash: string) => Promise<Settled>;
}) {
  const { client } = deps;

  async function sendSplit(account: Address, option: Address, collateral: bigint): Promise<Hex> {
    const data = splitCall(collateral);
    const sent = deps.sentCalls(account, option).filter((call) => isSplitCall(call.data));
    const same = sent.find((call) => call.data === data);
    if (same !== undefined) return same.hash;
    if (sent.length > 0) throw new QuotationError('split-running', 'Another split is on its way.');
    return deps.oneRequest.splitOnce(account, option, async () => {
      const fee = await readSplitFee(client, option);
      const call = { from: account, to: option, data, value: quantity(fee) };
      await client.request('eth_call', [call, 'latest']);
      return deps.actions.split({ account, option, collateral, fee });
    });
  }

  return {
    /** Resolves with the transaction's hash. */
    sendSplit,

    /**
     * Resolves with the new option once the split is mined.
     * @throws QuotationError also `no-split`, `part-unread`
     */
    async splitOff(account: Address, option: Address, collateral: bigint): Promise<Address> {
      const { hash, status } = await deps.settled(await sendSplit(account, option, collateral));
      if (status !== 'confirmed') throw new QuotationError('no-split', 'The split was not mined.');
      const part = await readPart(client, hash as Hex, option).catch(() => undefined);
      if (part === undefined)
        throw new QuotationError('part-unread', 'The receipt is not read yet.');
      return part;
    },
  };
}

/** Returns the option that a transaction split off another one, by its receipt. */
async function readPart(client: Rpc, hash: Hex, option: Address): Promise<Address | undefined> {
  const receipt = await client.request('eth_getTransactionReceipt', [hash]);
  const { splitFrom } = creationsOf(creationEventsOf(receipt));
  for (const [part, parent] of splitFrom) if (isSameAddress(parent, option)) return part;
  return undefined;
}
