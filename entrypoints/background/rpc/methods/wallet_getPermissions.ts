import type { Sites } from '../../kernel/sites.ts';
import { type Method, method } from '../method.ts';
import { noParams } from '../params.ts';
import { permissionsOf } from '../permissions.ts';

/** `wallet_getPermissions` (EIP-2255). */
export const wallet_getPermissions = ({ sites }: { sites: Sites }): Method =>
  method({
    name: 'wallet_getPermissions',
    waitsFor: 'sites',
    asks: 'nobody',
    refuses: 'nobody',
    once: false,
    parse: noParams,
    handle: async (_, { requester }) => permissionsOf(requester.origin, sites),
  });
