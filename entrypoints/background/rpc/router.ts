import { sha256 } from '@noble/hashes/sha2.js';
import type { Requester } from '../../../shared/approvals/types.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import type { PageAnswer, PageRequest } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import { RpcError, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import type { Ledger } from '../approvals/ledger.ts';
import type { Method } from './method.ts';
import { documentKeyOf } from './sender.ts';

/** Always rejected: each would sign or decrypt data that the user can't read. */
const UNSUPPORTED = [
  'eth_sign',
  'eth_signTransaction',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
  // They would let foreign code run as the account (EIP-7702).
  'eth_signAuthorization',
  'wallet_signAuthorization',
] as const;

/**
 * Methods that need only the site's accounts and chain. Pages call them first, so they don't wait for
 * the activity.
 */
const ANSWERED_FIRST: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_chainId',
  'net_version',
  'wallet_getPermissions',
]);

export interface Router {
  /** Answers one request of one requester. Never rejects: failures are answers. */
  answer(request: PageRequest, requester: Requester | undefined): Promise<PageAnswer>;
}

/**
 * Pages choose their ids and can use one twice. The key includes the request's content, so that no
 * request gets another one's prompt or answer.
 */
function fingerprint({ method, params }: PageRequest): string {
  return toBase64url(sha256(utf8(`${method}\n${params}`)));
}

export function createRouter(deps: {
  methods: readonly Method[];
  ledger: Ledger;
  /** Resolves when the activity is loaded too; every other method waits for it. */
  ready: Promise<void>;
  /** Accounts that the origin may see now. */
  visibleTo: (origin: string) => readonly string[];
  isConnected: (origin: string) => boolean;
  chainOf: (origin: string) => number;
  isLocked: () => boolean;
  /** False while stored data is unreadable and must not be overwritten. */
  isReadable: () => boolean;
  /** Shows the user why a method is refused while stored data can't be read. */
  showUnreadable: (method: string) => void;
  /** Asks the user to unlock. Rejects with 4001 when the wallet stays locked. */
  unlock: (requester: Requester) => Promise<void>;
}): Router {
  const methods = new Map(deps.methods.map((method) => [method.name, method]));

  function ensureReadable(method: string): void {
    if (deps.isReadable()) return;
    deps.showUnreadable(method);
    throw new RpcError('disconnected');
  }

  async function run(request: PageRequest, requester: Requester | undefined): Promise<PageAnswer> {
    const { id } = request;
    const method = methods.get(request.method);
    if (method === undefined) {
      const isRefused = (UNSUPPORTED as readonly string[]).includes(request.method);
      throw new RpcError(isRefused ? 'unsupported' : 'methodNotFound');
    }
    if (requester === undefined) throw new RpcError('unauthorized');
    if (!ANSWERED_FIRST.has(request.method)) await deps.ready;
    ensureReadable(request.method);
    const handle = method.prepare(parseJson(request.params));
    const { origin } = requester;
    const needsAccount = method.needs === 'account';
    if (needsAccount && deps.isLocked() && deps.isConnected(origin)) await deps.unlock(requester);
    const accounts = deps.visibleTo(origin);
    if (needsAccount && accounts.length === 0) throw new RpcError('unauthorized');
    const context = {
      requester,
      // Only requests that ask the user or run once need this hash.
      get requestKey() {
        return `${documentKeyOf(requester)}:${id}:${fingerprint(request)}`;
      },
      accounts,
      chainId: deps.chainOf(origin),
    };
    const result = method.once
      ? await deps.ledger.once({ key: context.requestKey, origin }, () => handle(context))
      : await handle(context);
    return { id, result };
  }

  return {
    async answer(request, requester) {
      try {
        return await run(request, requester);
      } catch (error) {
        return { id: request.id, error: rpcErrorBody(error) };
      }
    },
  };
}
