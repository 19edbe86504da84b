import { i18n } from '#i18n';
import type { ApprovalDraft, ApprovalRequest } from '../../../shared/approvals/types.ts';
import type { MessageView } from '../../../shared/approvals/view.ts';
import { fromHex, fromUtf8 } from '../../../shared/bytes.ts';
import { hasHidden } from '../../../shared/visible-text.ts';
import { checkSignIn } from './sign-in.ts';

type MessageRequest = Extract<ApprovalRequest, { kind: 'personal_sign' }>;

/** A message for `personal_sign`: as text where it is text, and as a sign-in where it is one. */
export function inspectMessage(options: {
  draft: ApprovalDraft;
  request: MessageRequest;
  now: number;
}): Pick<MessageView, 'text' | 'hex' | 'signIn' | 'refusal' | 'danger'> {
  const { draft, request, now } = options;
  const text = printable(request.message);
  const decoded = decodeUtf8(request.message);
  const found =
    decoded === undefined
      ? undefined
      : checkSignIn(decoded, {
          origin: draft.requester.origin,
          account: request.account,
          chainId: draft.chainId,
          now,
        });
  return {
    hex: request.message,
    ...(text === undefined ? {} : { text }),
    ...(found === undefined ? {} : { signIn: { rows: found.rows, checks: found.checks } }),
    ...(text === undefined
      ? { danger: dangerOf(request.message) }
      : found?.danger === undefined
        ? {}
        : { danger: found.danger }),
    ...refusalOf(found, text),
  };
}

/** Thirty-two bytes are as long as the hash of a transaction or an order: smart accounts take such signatures. */
const HASH_DIGITS = 64;

function dangerOf(message: string): string {
  return message.length === 2 + HASH_DIGITS
    ? i18n.t('approving.iKnowWhatThisIs')
    : i18n.t('approving.iUnderstandThatNobodyCan');
}

/** A sign-in with hidden characters reads as another one than it is. */
function refusalOf(found: { refusal?: string } | undefined, text: string | undefined) {
  if (found !== undefined && text === undefined) {
    return { refusal: i18n.t('approving.theSignInHoldsHidden') };
  }
  return found?.refusal === undefined ? {} : { refusal: found.refusal };
}

/** The message as text, when it is UTF-8 without control characters that could hide something. */
function printable(message: string): string | undefined {
  const text = decodeUtf8(message);
  if (text === undefined || text === '') return undefined;
  return hasHidden(text) ? undefined : text;
}

function decodeUtf8(message: string): string | undefined {
  try {
    return fromUtf8(fromHex(message) ?? new Uint8Array());
  } catch {
    // Not UTF-8: shown as hex.
    return undefined;
  }
}
