import { type Address, type Hex, zeroAddress } from 'viem';
import { optionFactoryAbi } from '../../../../shared/chain/abi/option-factory.ts';
import { FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { QuotationFacts } from '../../../../shared/quotations/stage.ts';
import {
  type Contracts,
  contracts,
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
  unixSeconds,
} from '../../../../shared/units.ts';
import { multicall, readContract } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';

/** A request as the factory returns it. */
export interface RequestState extends Omit<QuotationFacts, 'revealWindow'> {
  readonly id: bigint;
  readonly requester: Address;
  readonly existing: Address | undefined;
  /** Account with the best revealed or accepted offer. */
  readonly winner: Address | undefined;
  readonly option: Address | undefined;
  readonly collateral: Address;
  readonly priceFeed: Address;
  readonly implementation: Address;
  readonly strikes: readonly Price8[];
  readonly contracts: Contracts;
  readonly expiry: UnixSeconds;
  readonly isBuyer: boolean;
  /** True if anyone can take the other side at the limit when an auction ends without a winner. */
  readonly staysOpen: boolean;
  /** Encoded delivery token; empty for cash settlement. */
  readonly extraOptionData: Hex;
  /** The buyer's money that the factory holds while the request runs. */
  readonly escrow: TokenAmount;
  /** The best revealed offer; before any reveal, the limit. */
  readonly best: TokenAmount;
}

const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;

/** Reads requests by id, leaving out unknown ids. Rejects when no node responds. */
export async function readRequestStates(
  client: Rpc,
  ids: readonly bigint[],
): Promise<readonly RequestState[]> {
  const answers = await multicall(client, {
    contracts: ids.map((id) => ({ ...factory, functionName: 'quotations', args: [id] }) as const),
  });
  return answers.flatMap((answer, i) => {
    const id = ids[i];
    return id === undefined || answer.status !== 'success' ? [] : [stateOf(id, ...answer.result)];
  });
}

/** Reads one request. Rejects for an unknown id, and when no node responds. */
export async function readRequest(client: Rpc, id: bigint): Promise<RequestState> {
  const call = { ...factory, functionName: 'quotations', args: [id] } as const;
  return stateOf(id, ...(await readContract(client, call)));
}

const given = (address: Address) => (isSameAddress(address, zeroAddress) ? undefined : address);

interface Params {
  readonly requester: Address;
  readonly existingOptionAddress: Address;
  readonly collateral: Address;
  readonly collateralPriceFeed: Address;
  readonly implementation: Address;
  readonly strikes: readonly bigint[];
  readonly numContracts: bigint;
  readonly requesterDeposit: bigint;
  readonly expiryTimestamp: bigint;
  readonly offerEndTimestamp: bigint;
  readonly isRequestingLongPosition: boolean;
  readonly convertToLimitOrder: boolean;
  readonly extraOptionData: Hex;
}

interface State {
  readonly isActive: boolean;
  readonly currentWinner: Address;
  readonly currentBestPriceOrReserve: bigint;
  readonly optionContract: Address;
}

function stateOf(id: bigint, params: Params, state: State): RequestState {
  const option = given(state.optionContract);
  const winner = given(state.currentWinner);
  const hasWinner = winner !== undefined;
  const ended = option !== undefined ? 'settled' : hasWinner ? 'void' : 'cancelled';
  return {
    id,
    requester: params.requester,
    existing: given(params.existingOptionAddress),
    option,
    end: state.isActive ? undefined : ended,
    hasWinner,
    winner,
    offerEnd: unixSeconds(Number(params.offerEndTimestamp)),
    collateral: params.collateral,
    priceFeed: params.collateralPriceFeed,
    implementation: params.implementation,
    strikes: params.strikes.map(price8),
    contracts: contracts(params.numContracts),
    expiry: unixSeconds(Number(params.expiryTimestamp)),
    isBuyer: params.isRequestingLongPosition,
    staysOpen: params.convertToLimitOrder,
    extraOptionData: params.extraOptionData,
    escrow: tokenAmount(params.requesterDeposit),
    best: tokenAmount(state.currentBestPriceOrReserve),
  };
}
