import type { Address } from 'viem';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { SiteChains } from '../../state/site-chains.ts';
import { type Method, method } from '../method.ts';
import { pageAccounts } from '../page-accounts.ts';
import { addressParam, listParams, noParams } from '../params.ts';
import { askConnection, type ConnectionDeps } from './ask-connection.ts';

/** A permission in the form of EIP-2255. */
interface Permission {
  readonly invoker: string;
  readonly parentCapability: string;
  readonly caveats: readonly { readonly type: string; readonly value: unknown }[];
  readonly date: number;
}

/** `wallet_getPermissions`, `wallet_requestPermissions`, `wallet_revokePermissions` (EIP-2255). */
export function permissionMethods(deps: ConnectionDeps & { siteChains: SiteChains }): Method[] {
  const held = (origin: string): Permission[] => {
    const value = pageAccounts(deps.sites.visibleTo(origin));
    const date = deps.sites.list().find((site) => site.origin === origin)?.connectedAt;
    if (value.length === 0 || date === undefined) return [];
    const common = { invoker: origin, date };
    return [
      {
        ...common,
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value }],
      },
    ];
  };
  return [
    method({
      name: 'wallet_getPermissions',
      parse: noParams,
      needs: 'nothing',
      once: false,
      handle: async (_, { requester }) => held(requester.origin),
    }),
    method({
      name: 'wallet_requestPermissions',
      parse: parseAccountsPermission,
      needs: 'nothing',
      once: true,
      // Asks the user of a connected site too, who can choose other accounts.
      async handle(only, context) {
        await askConnection(deps, context, only.length === 0 ? undefined : only);
        return held(context.requester.origin);
      },
    }),
    method({
      name: 'wallet_revokePermissions',
      parse: parseAccountsPermission,
      needs: 'nothing',
      once: false,
      async handle(_, { requester }) {
        await deps.sites.disconnect(requester.origin);
        await deps.siteChains.forget(requester.origin);
        return null;
      },
    }),
  ];
}

/**
 * Parses `[{eth_accounts: {restrictReturnedAccounts?: address[]}}]`; returns the caveat's accounts.
 */
function parseAccountsPermission(params: unknown): readonly Address[] {
  const [request] = listParams(params, 1);
  if (!isRecord(request) || Array.isArray(request)) throw new RpcError('invalidParams');
  const names = Object.keys(request);
  // Networks aren't restricted by site; libraries that ask for both get the accounts.
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
