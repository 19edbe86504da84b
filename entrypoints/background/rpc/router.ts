import { sha256 } from '@noble/hashes/sha2.js';
import type { Requester } from '../../../shared/approvals/types.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import type { PageAnswer, PageRequest } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import { RpcError, rpcErrorBody } from '../../../shared/rpc/codes.ts';
import type { Ledger } from '../approvals/ledger.ts';
import type { Method } from './method.ts';
import { documentKeyOf } from './sender.ts';

export interface Router {
  /** Answers one request. Never rejects, because failures are answers. */
  answer(request: PageRequest, requester: Requester | undefined): Promise<PageAnswer>;
}

/**
 * Returns a key of the request's content. Pages choose ids and can repeat them, so with the id
 * alone a request could get another request's prompt or answer.
 */
function fingerprint({ method, params }: PageRequest): string {
  return toBase64url(sha256(utf8(`${method}\n${params}`)));
}

export function createRouter(deps: {
  methods: readonly Method[];
  ledger: Ledger;
  /** Resolves when the stored activity has been loaded. */
  ready: Promise<void>;
  visibleTo: (origin: string) => readonly string[];
  isConnected: (origin: string) => boolean;
  chainOf: (origin: string) => number;
  isLocked: () => boolean;
  /** Returns false while stored data is unreadable and must not be overwritten. */
  isReadable: () => boolean;
  /** Shows why a method is refused while stored data can't be read. */
  showUnreadable: (method: string) => void;
  /** Asks the user to unlock. Rejects with 4001 if the wallet stays locked. */
  unlock: (requester: Requester) => Promise<void>;
}): Router {
  const methods = new Map(deps.methods.map((method) => [method.name, method]));

  function ensureReadable(method: string): void {
    if (deps.isReadable()) return;
    deps.showUnreadable(method);
    throw new RpcError('disconnected');
  }

  /**
   * Throws `RpcError` unauthorized for a site that isn't connected. A method with a prompt needs a
   * visible account, so a locked wallet is unlocked first.
   */
  async function refuseStranger({ asks }: Method, requester: Requester): Promise<void> {
    const { origin } = requester;
    const isConnected = deps.isConnected(origin);
    if (asks === 'user' && isConnected && deps.isLocked()) await deps.unlock(requester);
    const isStranger = asks === 'user' ? deps.visibleTo(origin).length === 0 : !isConnected;
    if (isStranger) throw new RpcError('unauthorized');
  }

  async function run(request: PageRequest, requester: Requester | undefined): Promise<PageAnswer> {
    const { id } = request;
    const method = methods.get(request.method);
    if (method === undefined) throw new RpcError('methodNotFound');
    if (method.refuses === 'everybody') throw new RpcError('unsupported');
    if (requester === undefined) throw new RpcError('unauthorized');
    if (method.waitsFor === 'activity') await deps.ready;
    ensureReadable(request.method);
    const handle = method.prepare(parseJson(request.params));
    const { origin } = requester;
    if (method.refuses === 'strangers') await refuseStranger(method, requester);
    const context = {
      requester,
      // A getter, because only requests that ask the user or run once need the key.
      get requestKey() {
        return `${documentKeyOf(requester)}:${id}:${fingerprint(request)}`;
      },
      accounts: deps.visibleTo(origin),
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
