import type { ApprovalDraft } from '../../../shared/approvals/types.ts';

/** The members of a draft that come from the page. */
export type Asked = Pick<ApprovalDraft, 'requester' | 'request' | 'chainId'>;

/** Returns true when a request repeated after the worker's death is identical to the draft. */
export function isSameRequest(draft: ApprovalDraft, input: Asked): boolean {
  return (
    canonical([draft.requester, draft.asked ?? draft.request, draft.chainId]) ===
    canonical([input.requester, input.request, input.chainId])
  );
}

/**
 * Returns the same text for equal values, whatever the order of their members. Browser storage
 * doesn't keep that order.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
