import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { physicalOptionAbi } from '../../../shared/chain/abi/physical-option.ts';
import type { Token } from '../../../shared/chain/deployments.ts';
import { tokenAt } from '../../../shared/chain/tokens.ts';
import { isWorthDelivery, requiredDelivery } from '../../../shared/orders/delivery.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { termsOfPosition } from '../../../shared/positions/value.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Delivery of a physical option, with the buyer's balance and allowance for it. */
export interface Delivery {
  readonly token: Token;
  /** Base units of the token, as the option contract computes it. */
  readonly amount: bigint;
  /** Last second of the exercise window, which begins at expiry. */
  readonly until: UnixSeconds;
  /** True when token and amount match the option's terms. Otherwise no action is offered. */
  readonly isAsAgreed: boolean;
  /** The buyer's allowance for the option, in base units. */
  readonly allowed: bigint;
  readonly balance: bigint;
}

/** Maximum rounding difference of contracts and strikes, in base units. */
const ROUNDING_UNITS = 1n;
/** Seconds. A longer exercise window is implausible: the documented window is an hour. */
const MAX_WINDOW_SECONDS = 30n * 86_400n;

/**
 * Reads the amounts that open physical options take at exercise. Leaves out a contract without
 * these functions, because it may settle in another way. Use only for options of proven origin.
 */
export async function readDeliveries(
  client: Rpc,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<Address, Delivery>> {
  const physical = positions.filter(
    (position) => position.status === 'open' && termsOfPosition(position)?.product.isPhysical,
  );
  if (physical.length === 0) return new Map();
  try {
    const found = await readAsked(client, physical);
    return await withMeans(client, found);
  } catch {
    // An unreachable node proves nothing about the options.
    return new Map();
  }
}

function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && value.startsWith('0x');
}

type Asked = Omit<Delivery, 'allowed' | 'balance'> & { readonly position: PositionRecord };

async function readAsked(client: Rpc, positions: readonly PositionRecord[]): Promise<Asked[]> {
  const results = await multicall(client, {
    contracts: positions.flatMap(({ address }) => [
      { address, abi: physicalOptionAbi, functionName: 'deliveryCollateral' } as const,
      { address, abi: physicalOptionAbi, functionName: 'calculateDeliveryAmount' } as const,
      { address, abi: physicalOptionAbi, functionName: 'EXERCISE_WINDOW' } as const,
    ]),
  });
  return positions.flatMap((position, i) => {
    const [address, amount, window] = results
      .slice(i * 3, i * 3 + 3)
      .map(({ result }): unknown => result);
    const token = isAddressText(address) ? tokenAt(address) : undefined;
    if (token === undefined || typeof amount !== 'bigint' || typeof window !== 'bigint') return [];
    if (window > MAX_WINDOW_SECONDS) return [];
    const until = unixSeconds(position.expiry + Number(window));
    return [{ position, token, amount, until, isAsAgreed: isAsAgreed(position, token, amount) }];
  });
}

function isAsAgreed(position: PositionRecord, token: Token, amount: bigint): boolean {
  const terms = termsOfPosition(position);
  const collateral = tokenAt(position.collateralToken);
  if (terms === undefined || collateral === undefined) return false;
  if (!isWorthDelivery(token, terms.product, position.priceFeed)) return false;
  const expected = requiredDelivery(terms, {
    contracts: position.numContracts,
    collateralDecimals: collateral.decimals,
    deliveryDecimals: token.decimals,
  });
  return amount > 0n && amount <= expected + ROUNDING_UNITS;
}

async function withMeans(
  client: Rpc,
  asked: readonly Asked[],
): Promise<ReadonlyMap<Address, Delivery>> {
  const results = await multicall(client, {
    allowFailure: false,
    contracts: asked.flatMap(({ position: { buyer, address }, token }) => [
      {
        address: token.address,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [buyer, address],
      } as const,
      {
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [buyer],
      } as const,
    ]),
  });
  return new Map(
    asked.map(({ position, ...delivery }, i) => [
      position.address,
      { ...delivery, allowed: results[i * 2] ?? 0n, balance: results[i * 2 + 1] ?? 0n },
    ]),
  );
}
