import { readSignIn } from '../../../shared/approvals/sign-in.ts';
import type { ApprovalDraft, ApprovalRequest } from '../../../shared/approvals/types.ts';
import type { MessageView } from '../../../shared/approvals/view.ts';
import { fromHex, fromUtf8 } from '../../../shared/bytes.ts';
import { hasHidden } from '../../../shared/visible-text.ts';

type MessageRequest = Extract<ApprovalRequest, { kind: 'personal_sign' }>;

/** Returns a `personal_sign` message as text where it is text, and its meaning as a sign-in. */
export function inspectMessage(options: {
  draft: ApprovalDraft;
  request: MessageRequest;
  now: number;
}): Pick<MessageView, 'text' | 'hex' | 'signIn'> {
  const { draft, request, now } = options;
  const text = decodeUtf8(request.message);
  const isPrintable = text !== undefined && text !== '' && !hasHidden(text);
  const signIn =
    text === undefined
      ? undefined
      : readSignIn(text, {
          origin: draft.requester.origin,
          account: request.account,
          chainId: draft.chainId,
          now,
        });
  return {
    hex: request.message,
    ...(isPrintable ? { text } : {}),
    ...(signIn === undefined ? {} : { signIn }),
  };
}

function decodeUtf8(message: string): string | undefined {
  try {
    return fromUtf8(fromHex(message) ?? new Uint8Array());
  } catch {
    // Shows bytes that aren't UTF-8 as hex.
    return undefined;
  }
}
