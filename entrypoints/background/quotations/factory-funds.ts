import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { RequestTerms } from '../../../shared/quotations/terms.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall, readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { RequestState } from '../market/options/request.ts';

/** An account's money for requests, in base units of one token. */
export interface FactoryFunds {
  readonly held: TokenAmount;
  readonly allowed: TokenAmount;
  /** Collateral that running requests to sell will need when they are settled. */
  readonly pledged: TokenAmount;
}

type Sized = Pick<RequestTerms, 'implementation' | 'strikes' | 'contracts'>;

const collateralCall = ({ implementation, strikes, contracts }: Sized) =>
  ({
    address: implementation,
    abi: optionAbi,
    functionName: 'calculateRequiredCollateral',
    args: [strikes, contracts],
  }) as const;

/** Reads a seller's collateral for an option from its implementation. Rejects if it reverts. */
export async function readCollateral(client: Rpc, option: Sized): Promise<TokenAmount> {
  return tokenAmount(await readContract(client, collateralCall(option)));
}

/** Returns true for a running request that takes collateral from the account when it is settled. */
export function isPledging({ end, isBuyer, existing }: RequestState): boolean {
  return end === undefined && !isBuyer && existing === undefined;
}

/** Reads an account's balance and allowance, and the part of them that other requests need. */
export async function readFunds(
  client: Rpc,
  account: Address,
  token: Address,
  requests: readonly RequestState[],
): Promise<FactoryFunds> {
  const contract = { address: token, abi: erc20Abi } as const;
  const pledging = requests.filter(
    (request) => isPledging(request) && isSameAddress(request.collateral, token),
  );
  const [held, allowed, pledged] = await Promise.all([
    readContract(client, { ...contract, functionName: 'balanceOf', args: [account] }),
    readContract(client, {
      ...contract,
      functionName: 'allowance',
      args: [account, FACTORY_R12],
    }),
    multicall(client, { allowFailure: false, contracts: pledging.map(collateralCall) }),
  ]);
  return {
    held: tokenAmount(held),
    allowed: tokenAmount(allowed),
    pledged: tokenAmount(pledged.reduce((sum, amount) => sum + amount, 0n)),
  };
}
