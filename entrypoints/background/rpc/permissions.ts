import type { Address } from 'viem';
import { isRecord } from '../../../shared/is-record.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Sites } from '../kernel/sites.ts';
import { pageAccounts } from './page-accounts.ts';
import { addressParam, listParams } from './params.ts';

/** A permission in the form of EIP-2255. */
interface Permission {
  readonly invoker: string;
  readonly parentCapability: string;
  readonly caveats: readonly { readonly type: string; readonly value: unknown }[];
  readonly date: number;
}

/**
 * Returns the permissions of an origin: `eth_accounts`, or an empty list if the origin sees no
 * account.
 */
export function permissionsOf(
  origin: string,
  sites: Pick<Sites, 'visibleTo' | 'list'>,
): Permission[] {
  const value = pageAccounts(sites.visibleTo(origin));
  const date = sites.list().find((site) => site.origin === origin)?.connectedAt;
  if (value.length === 0 || date === undefined) return [];
  return [
    {
      invoker: origin,
      date,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ];
}

/**
 * Parses `[{eth_accounts: {restrictReturnedAccounts?: address[]}}]`; returns the caveat's accounts.
 */
export function parseAccountsPermission(params: unknown): readonly Address[] {
  const [request] = listParams(params, 1);
  if (!isRecord(request) || Array.isArray(request)) throw new RpcError('invalidParams');
  const names = Object.keys(request);
  // Libraries may also request chains. Networks aren't restricted by site, so only the accounts
  // matter.
  const isKnown = names.every(
    (name) => name === 'eth_accounts' || name === 'endowment:permitted-chains',
  );
  const { eth_accounts } = request;
  if (!isKnown || !isRecord(eth_accounts)) {
    throw new RpcError('invalidParams', 'The only permission is eth_accounts.');
  }
  const caveat = eth_accounts.restrictReturnedAccounts;
  if (caveat === undefined) return [];
  if (!Array.isArray(caveat) || caveat.length > 100) throw new RpcError('invalidParams');
  return caveat.map(addressParam);
}
