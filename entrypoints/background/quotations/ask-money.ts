import type { Address } from 'viem';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { newOptionTerms } from '../../../shared/quotations/new-option.ts';
import { readContract } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readRequest } from '../market/options/request.ts';
import { type Claim, moneyOf } from '../procedures/claims.ts';
import { isPledging } from './factory-funds.ts';
import { type AskInput, newRequest, type RequestAnswer } from './plan-ask.ts';

/** Returns claims on the money that a request or an answer takes from the account. */
export function moneyClaims(account: string, input: AskInput): readonly Claim[] {
  const token = tokenIn(account, input);
  if (token === undefined) return [];
  const known = TOKENS.find(({ address }) => isSameAddress(address, token));
  return [{ on: moneyOf(account, known?.symbol ?? token), by: 'payment', isCommon: true }];
}

function tokenIn(account: string, input: AskInput): string | undefined {
  if (input.kind === 'new')
    return newOptionTerms(newRequest(account as Address, input))?.collateral;
  return input.kind === 'split' ? undefined : input.token;
}

/** The input's member that names the token. */
export type NamedToken = Pick<Extract<AskInput, { kind: 'close' }>, 'token'>;

/** Returns the collateral token of an option; undefined when no node names it. */
export async function tokenOf(client: Rpc, option: Address): Promise<NamedToken> {
  const call = { address: option, abi: optionAbi, functionName: 'collateralToken' } as const;
  const token = await readContract(client, call).catch(() => undefined);
  return token === undefined ? {} : { token };
}

/** Returns the token that an answer takes. A buyer's money is already in the factory. */
export async function tokenOfAnswer(
  client: Rpc,
  account: Address,
  { kind, id }: RequestAnswer,
): Promise<NamedToken> {
  if (kind === 'cancel') return {};
  const request = await readRequest(client, id).catch(() => undefined);
  const isTaking =
    request !== undefined && isPledging(request) && isSameAddress(request.requester, account);
  return isTaking ? { token: request.collateral } : {};
}
