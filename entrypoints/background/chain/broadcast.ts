import { type Address, type Hex, keccak256 } from 'viem';
import type { TransactionRecord, UnsignedCause } from '../../../shared/activity/record.ts';
import type { CallFacts } from '../../../shared/approvals/facts/call-facts.ts';
import type { FeeChoice, TransactionDraft } from '../../../shared/approvals/types.ts';
import type { RawTransaction, SignedAuthorization } from '../../../shared/chain/raw-transaction.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { NodeError, RpcError } from '../../../shared/rpc/codes.ts';
import { foreignText } from '../../../shared/visible-text.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import type { Signer } from '../signer/signer.ts';
import { codeUse } from './account-code.ts';
import { authorizationFor, DelegationError } from './authorize.ts';
import type { Genesis } from './genesis.ts';
import { nonceInsteadOf } from './made-again.ts';
import { nextNonce } from './nonce.ts';
import type { Rpc } from './rpc.ts';
import { asRefused, asSent } from './transaction-state.ts';

export interface Sending {
  readonly account: Address;
  readonly chainId: number;
  readonly draft: TransactionDraft;
  /**
   * Returns true if the wallet stayed unlocked since the user agreed. Called right before signing.
   */
  readonly isAgreed: () => boolean;
  /** Fee exactly as the user agreed: limit in gas, prices in wei per gas. */
  readonly fee: FeeChoice;
  readonly index?: number;
  /**
   * Hashes of lost transactions to replace. The chain may include either one of them or the new
   * transaction, never both.
   */
  readonly insteadOf?: readonly string[];
  /** Id of the pending transaction that this transaction repeats with a higher fee. */
  readonly speedsUp?: string;
  /** True for a transaction that only uses up another transaction's nonce. */
  readonly isCancel?: boolean;
  /** Full origin, or empty for the wallet's own actions. */
  readonly origin: string;
  readonly what: CallFacts;
  readonly allowance?: TransactionRecord['allowance'];
  readonly receiver?: string;
  /** Key of the request, stored with the bytes, so that a repeated request gets the same hash. */
  readonly requestKey: string;
  /**
   * True when no page shows a failure. The activity then stores the failure even if nothing was
   * signed.
   */
  readonly isUnattended?: boolean;
}

export interface Broadcast {
  /**
   * Signs the stored draft with the chosen fee, stores hash and bytes, and then sends. Uses the
   * wallet's own chain id, not one that a node or page reports. Rejects when the node refuses the
   * bytes, or with an error of `nonceInsteadOf`.
   */
  send(sending: Sending): Promise<Hex>;
}

export function createBroadcast(deps: {
  rpcOf: (chainId: number) => Rpc;
  signer: Pick<Signer, 'signAuthorization' | 'signTransaction'>;
  activity: ActivityLog;
  genesis: Pick<Genesis, 'read'>;
  clock: Clock;
  wait: Wait;
  onSent: () => void;
}): Broadcast {
  // Sends run one at a time, because two sends would read the same pending count.
  let queue: Promise<unknown> = Promise.resolve();

  async function sign(sending: Sending, rpc: Rpc): Promise<{ hash: Hex; raw: Hex }> {
    const { account, chainId, fee, insteadOf: lost = [] } = sending;
    // A failure of this read must not prevent sending.
    const genesis = await deps.genesis.read(chainId).catch(() => undefined);
    const transactions = deps.activity.transactions();
    const own = { rpc, chainId, account, transactions };
    const former =
      lost.length > 0 ? await nonceInsteadOf({ ...own, lost, wait: deps.wait }) : undefined;
    const nonce = former ?? fee.nonce ?? (await nextNonce(own));
    const { draft } = sending;
    const asked = await authorizationFor({ rpc, chainId, account, draft, nonce, transactions });
    if (!sending.isAgreed()) {
      const message = 'The wallet was locked before the transaction was signed.';
      throw new RpcError('lockedMeanwhile', message);
    }
    const code = codeUse(draft, account);
    const signedRow = (hash: Hex, raw: Hex): TransactionRecord => ({
      ...shownOf(sending),
      id: hash,
      hash,
      status: 'signed',
      raw,
      nonce,
      ...(genesis === undefined ? {} : { genesis }),
      requestKey: sending.requestKey,
      ...(sending.isCancel === true ? { isCancel: true } : {}),
      ...(sending.speedsUp === undefined ? {} : { speedsUp: sending.speedsUp }),
      ...(sending.allowance === undefined ? {} : { allowance: sending.allowance }),
      ...(sending.receiver === undefined ? {} : { receiver: sending.receiver }),
      ...(code === undefined ? {} : { code }),
    });
    // Throws before signing if the row couldn't be stored.
    deps.activity.check(signedRow('0x', '0x'));
    const authorization =
      asked && deps.signer.signAuthorization(asked.account, asked.authorization);
    const raw = deps.signer.signTransaction(account, toSign(sending, nonce, authorization));
    const hash = keccak256(raw);
    await deps.activity.add(signedRow(hash, raw));
    return { hash, raw };
  }

  const shownOf = ({ origin, account, what, chainId }: Sending) => ({
    kind: 'transaction' as const,
    at: deps.clock.now(),
    ...{ origin, account, what, chainId },
  });

  /** Stores why a request wasn't signed, except after a lock or a disconnection by the user. */
  async function storeUnsigned(sending: Sending, error: unknown): Promise<void> {
    if (error instanceof RpcError && error.code === 'lockedMeanwhile') return;
    await deps.activity.add({
      ...shownOf(sending),
      id: `unsigned:${sending.requestKey}`,
      hash: '',
      status: 'failed',
      failure: { code: 'not signed', cause: causeOf(error) },
    });
  }

  /**
   * Returns false when a row couldn't be changed. The transaction is then treated as sent, because
   * the watch sends the bytes again. If it were reported as a failure, the user would send the same
   * transaction once more.
   */
  const tryChange = (hash: string, change: (row: TransactionRecord) => TransactionRecord) =>
    deps.activity.change(hash, change).then(
      () => true,
      () => false,
    );

  async function send(sending: Sending): Promise<Hex> {
    const rpc = deps.rpcOf(sending.chainId);
    const { hash, raw } = await sign(sending, rpc).catch(async (error) => {
      // The error of the signature matters more than an error of the storage.
      if (sending.isUnattended === true) await storeUnsigned(sending, error).catch(() => undefined);
      throw error;
    });
    try {
      await rpc.request('eth_sendRawTransaction', [raw]);
    } catch (error) {
      // An earlier endpoint may have accepted the bytes although its answer was lost.
      const isOpen = !(error instanceof NodeError) || isAlreadyKnown(error) || mustWait(error);
      if (isOpen || (await isKnown(rpc, hash))) {
        // Unless the node clearly refused the transaction, the watch sends the stored bytes again.
        deps.onSent();
        return hash;
      }
      const text = foreignText(error.body.message, 200);
      if (await tryChange(hash, (row) => asRefused(row, text))) throw error;
      deps.onSent();
      return hash;
    }
    await tryChange(hash, asSent);
    deps.onSent();
    return hash;
  }

  return {
    send(sending) {
      const result = queue.then(() => send(sending));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}

function causeOf(error: unknown): UnsignedCause {
  if (error instanceof DelegationError) return error.code;
  const isUnanswered = error instanceof RpcError && error.code === 'chainUnreachable';
  return isUnanswered || error instanceof NodeError ? 'no-answer' : 'other';
}

function toSign(
  sending: Sending,
  nonce: number,
  authorization: SignedAuthorization | undefined,
): RawTransaction {
  const { draft, fee, chainId, index = 0 } = sending;
  const maxFeePerGas = BigInt(fee.maxFeePerGas);
  const maxPriorityFeePerGas = BigInt(fee.maxPriorityFeePerGas);
  if (maxPriorityFeePerGas > maxFeePerGas) throw new RpcError('invalidParams');
  const common = {
    chainId,
    nonce,
    gas: BigInt(fee.gas[index] ?? 0),
    value: BigInt(draft.value),
    data: draft.data as Hex,
    ...(draft.to === undefined ? {} : { to: draft.to as Address }),
  };
  if (authorization !== undefined) {
    if (fee.isLegacy) throw new RpcError('unsupportedChain');
    const prices = { maxFeePerGas, maxPriorityFeePerGas };
    return { type: 'eip7702', ...prices, authorizationList: [authorization], ...common };
  }
  return fee.isLegacy
    ? { type: 'legacy', gasPrice: maxFeePerGas, ...common }
    : { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, ...common };
}

/** Returns true when the chain knows the transaction, or when the node doesn't respond. */
async function isKnown(rpc: Rpc, hash: Hex): Promise<boolean> {
  try {
    return (await rpc.request('eth_getTransactionByHash', [hash])) !== null;
  } catch {
    // An unknown outcome is treated as sent, so that the user doesn't pay twice.
    return true;
  }
}

/**
 * Returns true when the node refuses a delegated account's second transaction while another
 * transaction is in the pool. The watch sends the refused transaction again later.
 */
function mustWait(error: NodeError): boolean {
  return /in-flight transaction limit reached|gapped-nonce tx from delegated|authority already reserved/i.test(
    error.body.message,
  );
}

function isAlreadyKnown(error: NodeError): boolean {
  return /already known|already imported|known transaction/i.test(error.body.message);
}
