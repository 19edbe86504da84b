import { fromHex, fromUtf8 } from '../bytes.ts';
import { hasHidden } from '../visible-text.ts';
import { type Budget, createBudget } from './budget.ts';
import { type ReadTypedData, readTypedData } from './read-typed-data.ts';
import { readSignIn, type SignIn } from './sign-in.ts';
import type { ApprovalDraft, ApprovalRequest, TransactionDraft } from './types.ts';
import { understandTransaction } from './understand.ts';
import type { Understanding } from './understanding.ts';

type RequestOf<Kind extends ApprovalRequest['kind']> = Extract<ApprovalRequest, { kind: Kind }>;
type CallsRequest = RequestOf<'transaction' | 'calls'>;
export type PlainRequest = Exclude<
  ApprovalRequest,
  RequestOf<'personal_sign' | 'typed_data'> | CallsRequest
>;

/** The contents of a request, read without the chain. */
export type ReadRequest =
  | ReadMessage
  | ReadTypedData
  | {
      readonly kind: 'calls';
      readonly request: CallsRequest;
      readonly calls: readonly Understanding[];
    }
  /** A request with few members. They are shown unchanged. */
  | { readonly kind: 'plain'; readonly request: PlainRequest };

interface ReadMessage {
  readonly kind: 'personal_sign';
  readonly account: string;
  /** The message as text if it is printable UTF-8. */
  readonly text?: string;
  readonly hex: string;
  /** The message parsed as a sign-in, if it contains a sign-in's phrase. */
  readonly signIn?: SignIn;
}

/**
 * Reads a request's own data. All walks over the data share one budget, so that no request keeps
 * the worker busy. `now` is in milliseconds.
 * @throws BudgetError for a request that is too large to be explained
 */
export function readRequest(
  draft: Pick<ApprovalDraft, 'request' | 'requester' | 'chainId'>,
  now: number,
): ReadRequest {
  const { request, chainId } = draft;
  const budget = createBudget();
  const understand = (call: TransactionDraft) => understandTransaction(call, chainId, budget);
  switch (request.kind) {
    case 'personal_sign':
      return readMessage(draft, request, { now, budget });
    case 'typed_data':
      return readTypedData(request, budget);
    case 'transaction':
      return { kind: 'calls', request, calls: [understand(request.transaction)] };
    case 'calls':
      return { kind: 'calls', request, calls: request.calls.map(understand) };
    default:
      return { kind: 'plain', request };
  }
}

/** Parses a `personal_sign` message as text and as a sign-in, if possible. */
function readMessage(
  { requester, chainId }: Pick<ApprovalDraft, 'requester' | 'chainId'>,
  { account, message }: RequestOf<'personal_sign'>,
  { now, budget }: { now: number; budget: Budget },
): ReadMessage {
  const text = decodeUtf8(message);
  const isPrintable = text !== undefined && text !== '' && !hasHidden(text);
  const signIn =
    text === undefined
      ? undefined
      : readSignIn(text, { origin: requester.origin, account, chainId, now }, budget);
  return {
    kind: 'personal_sign',
    account,
    hex: message,
    ...(isPrintable ? { text } : {}),
    ...(signIn === undefined ? {} : { signIn }),
  };
}

function decodeUtf8(message: string): string | undefined {
  try {
    return fromUtf8(fromHex(message) ?? new Uint8Array());
  } catch {
    // Bytes that aren't UTF-8 are shown as hex.
    return undefined;
  }
}
