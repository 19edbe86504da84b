import type { Address, Hex } from 'viem';
import type { ActivityRecord } from '../../../../shared/activity/record.ts';
import { createBudget } from '../../../../shared/approvals/budget.ts';
import { readTypedData } from '../../../../shared/approvals/read-typed-data.ts';
import { givesAccountAway } from '../../../../shared/approvals/signed/account-rights.ts';
import type { ApprovalRequest } from '../../../../shared/approvals/types.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { parseJson } from '../../../../shared/parse.ts';
import type { Clock } from '../../../../shared/ports.ts';
import { RpcError } from '../../../../shared/rpc/codes.ts';
import { foreignText } from '../../../../shared/visible-text.ts';
import type { ActivityLog } from '../../kernel/activity.ts';
import type { Signer } from '../../signer/signer.ts';
import type { Approvals } from '../approvals.ts';
import type { RequestContext } from '../request-context.ts';

/** Error for a site that asks for a signature of a watched account. */
export const WATCH_ONLY = 'The account is only watched: its key is not in this wallet.';

export type SignatureRequest = Extract<ApprovalRequest, { kind: 'personal_sign' | 'typed_data' }>;

/**
 * The only code that signs messages and typed data: checks the permission, asks for approval,
 * signs, and stores the activity.
 */
export interface Signatures {
  ask(context: RequestContext, request: SignatureRequest): Promise<Hex>;
}

/**
 * Returns true for a request that must not be signed. The page doesn't offer to sign it, but the
 * worker doesn't rely on the page.
 */
function isRefused(request: ApprovalRequest, account: string): boolean {
  return (
    request.kind === 'typed_data' &&
    givesAccountAway(readTypedData(request, createBudget()).facts, account)
  );
}

export function createSignatures(deps: {
  approvals: Pick<Approvals, 'request'>;
  signer: Pick<Signer, 'canSign' | 'signMessage' | 'signTypedData'>;
  activity: Pick<ActivityLog, 'add' | 'check'>;
  clock: Clock;
}): Signatures {
  function sign(account: Address, draft: ApprovalRequest): Hex {
    if (draft.kind === 'personal_sign')
      return deps.signer.signMessage(account, draft.message as Hex);
    if (draft.kind === 'typed_data') return deps.signer.signTypedData(account, draft);
    throw new RpcError('internal');
  }

  return {
    async ask(context, request) {
      const account = request.account as Address;
      if (!context.accounts.includes(account)) throw new RpcError('unauthorized');
      if (!deps.signer.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
      const { choice, request: draft } = await deps.approvals.request({
        requestKey: context.requestKey,
        requester: context.requester,
        request,
        chainId: context.chainId,
      });
      if (choice.kind !== 'agree' || isRefused(draft, account)) throw new RpcError('rejected');
      const at = deps.clock.now();
      const row: ActivityRecord = {
        id: `${context.requestKey}:${at}`,
        kind: 'signature',
        at,
        origin: context.requester.origin,
        account,
        what: signedFacts(request),
        chainId: context.chainId,
      };
      // Throws before signing if the signature couldn't be stored.
      deps.activity.check(row);
      const signature = sign(account, draft);
      await deps.activity.add(row);
      return signature;
    },
  };
}

type SignedFacts = Extract<ActivityRecord, { kind: 'signature' }>['what'];

/**
 * Returns the facts about a signature for the activity. Names from the site are shortened and their
 * invisible characters escaped.
 */
export function signedFacts(
  request: Extract<ApprovalRequest, { kind: 'personal_sign' | 'typed_data' }>,
): SignedFacts {
  if (request.kind === 'personal_sign') return { kind: 'message' };
  const data = parseJson(request.json);
  if (!isRecord(data) || typeof data.primaryType !== 'string') return { kind: 'typed data' };
  const name = isRecord(data.domain) ? data.domain.name : undefined;
  const type = foreignText(data.primaryType, 40);
  return typeof name === 'string' && name !== ''
    ? { kind: 'typed data', type, name: foreignText(name, 60) }
    : { kind: 'typed data', type };
}
