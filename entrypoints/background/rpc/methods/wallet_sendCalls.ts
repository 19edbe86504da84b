import type { Address } from 'viem';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import type { Batching } from '../../approvals/sending/batching.ts';
import { WATCH_ONLY } from '../../approvals/sending/signatures.ts';
import type { Networks } from '../../kernel/networks.ts';
import type { Bundles } from '../../procedures/bundles.ts';
import { type Method, method } from '../method.ts';
import { accountParam, addressParam, chainIdParam, listParams, optionalParam } from '../params.ts';
import { parseCall as parseTransactionCall } from '../transaction-params.ts';

const MAX_CALLS = 20;
/** Maximum characters of an id: 4,096 bytes as hex with `0x` (EIP-5792). */
const MAX_ID = 8_194;

interface Params {
  readonly id: string | undefined;
  readonly from: Address | undefined;
  readonly chainId: number;
  readonly atomicRequired: boolean;
  readonly calls: TransactionDraft[];
}

/** The user's choice about smart accounts; undefined before it is made. */
export interface SmartAccountSetting {
  get(): { readonly usesSmartAccounts?: boolean };
  write(change: { readonly usesSmartAccounts: boolean }): Promise<unknown>;
}

/**
 * `wallet_sendCalls` (EIP-5792, version 2.0.0). Only a smart account can execute all calls in one
 * transaction. If a site requires this, the prompt offers once to upgrade the account. The user's
 * answer to the request also answers this offer.
 */
export function wallet_sendCalls(deps: {
  bundles: Bundles;
  batching: Pick<Batching, 'statusOf' | 'transactionOf'>;
  networks: Networks;
  canSign: (account: Address) => boolean;
  settings: SmartAccountSetting;
}): Method {
  /**
   * Returns the calls as one transaction if the account can execute them atomically. Otherwise
   * returns them unchanged.
   */
  async function joined({
    account,
    chainId,
    atomicRequired,
    calls,
  }: Pick<Params, 'chainId' | 'atomicRequired' | 'calls'> & { readonly account: Address }) {
    // A single call is always atomic, but the site requires an account that reports atomicity.
    if (calls.length === 1) {
      const isRefused =
        atomicRequired && (await deps.batching.statusOf(account, chainId)) === 'unsupported';
      if (isRefused) throw new RpcError('atomicityUnsupported');
      return calls;
    }
    const whole = await deps.batching.transactionOf({
      ...{ account, chainId, calls },
      isOfferShown: atomicRequired,
    });
    if (whole === undefined && atomicRequired) throw new RpcError('atomicityUnsupported');
    return whole === undefined ? calls : [whole];
  }

  return method<Params>({
    name: 'wallet_sendCalls',
    waitsFor: 'activity',
    asks: 'user',
    refuses: 'strangers',
    once: true,
    parse: parseCalls,
    async handle({ id, from, chainId, atomicRequired, calls }, context) {
      const account = from ?? addressParam(context.accounts[0]);
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      if (deps.networks.find(chainId) === undefined || chainId !== context.chainId) {
        throw new RpcError('unsupportedChain');
      }
      if (id !== undefined && deps.bundles.find(context.requester.origin, id) !== undefined) {
        throw new RpcError('duplicateBundle');
      }
      const asked = await joined({ account, chainId, atomicRequired, calls });
      const named = id === undefined ? {} : { id };
      const isOffer =
        deps.settings.get().usesSmartAccounts === undefined &&
        asked.some(({ codeChange }) => codeChange !== undefined);
      const asking = deps.bundles.ask(context, { ...named, account, chainId, calls: asked });
      if (isOffer) await keepAnswer(asking, deps.settings);
      return { id: await asking };
    },
  });
}

/** Stores the user's answer to the first request that turns an account into a smart account. */
async function keepAnswer(asking: Promise<unknown>, settings: SmartAccountSetting) {
  const answer = await asking.then(
    () => true,
    // Closing the window isn't an answer to the offer of a smart account.
    (error: unknown) => (isRejectedUpgrade(error) ? false : undefined),
  );
  // The user may have decided on another page in the meantime.
  if (answer === undefined || settings.get().usesSmartAccounts !== undefined) return;
  await settings.write({ usesSmartAccounts: answer }).catch(() => undefined);
}

const isRejectedUpgrade = (error: unknown) =>
  error instanceof RpcError && error.code === 'upgradeRejected' && error.cause === 'rejected';

function parseCalls(params: unknown): Params {
  const [request] = listParams(params, 1);
  if (!isRecord(request)) throw new RpcError('invalidParams');
  const { version, id, from, chainId, atomicRequired, calls, capabilities } = request;
  if (version !== '2.0.0') {
    throw new RpcError('invalidParams', 'The only version of this method is 2.0.0.');
  }
  if (typeof atomicRequired !== 'boolean' || !Array.isArray(calls) || calls.length === 0) {
    throw new RpcError('invalidParams');
  }
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > MAX_ID)) {
    throw new RpcError('invalidParams');
  }
  ensureNoCapability(capabilities);
  if (calls.length > MAX_CALLS) throw new RpcError('bundleTooLarge');
  return {
    id,
    from: optionalParam(from, accountParam),
    chainId: chainIdParam(chainId),
    atomicRequired,
    calls: calls.map(parseCall),
  };
}

function parseCall(call: unknown): TransactionDraft {
  if (!isRecord(call)) throw new RpcError('invalidParams');
  ensureNoCapability(call.capabilities);
  return parseTransactionCall(call);
}

/**
 * Throws unless all capabilities are optional. A required capability must not be ignored
 * (EIP-5792).
 */
function ensureNoCapability(capabilities: unknown): void {
  if (capabilities === undefined || capabilities === null) return;
  if (!isRecord(capabilities)) throw new RpcError('invalidParams');
  const isIgnorable = (capability: unknown) => isRecord(capability) && capability.optional === true;
  if (!Object.values(capabilities).every(isIgnorable)) throw new RpcError('unsupportedCapability');
}
