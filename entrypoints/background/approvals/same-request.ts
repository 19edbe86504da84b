import type { ApprovalDraft } from '../../../shared/approvals/types.ts';

/** The part of a draft that the asking page decides. */
export type Asked = Pick<ApprovalDraft, 'requester' | 'request' | 'chainId'>;

/** Returns true when a request repeated after worker death is identical to the draft's. */
export function isSameRequest(draft: ApprovalDraft, input: Asked): boolean {
  return (
    canonical([draft.requester, draft.asked ?? draft.request, draft.chainId]) ===
    canonical([input.requester, input.request, input.chainId])
  );
}

/** Returns one text for each value: browser storage doesn't keep the order of members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
