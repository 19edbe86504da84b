import type { ApprovalDraft } from '../../../shared/approvals/types.ts';

/** The part of a draft that the asking page decides. */
export type Asked = Pick<ApprovalDraft, 'requester' | 'request' | 'chainId'>;

/** Whether a request that comes again after worker death is the very one that a draft was made of. */
export function isSameRequest(draft: ApprovalDraft, input: Asked): boolean {
  return (
    canonical([draft.requester, draft.asked ?? draft.request, draft.chainId]) ===
    canonical([input.requester, input.request, input.chainId])
  );
}

/** One text for each value: the browser's storage does not keep the order of an object's members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
