import { describe, expect, it } from 'vitest';
import { isTwinRefused } from '../../../../entrypoints/background/approvals/site-limits.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../../shared/approvals/types.ts';

const open = (kind: ApprovalKind) => [{ request: { kind } } as ApprovalDraft];

describe('a site with an open request', () => {
  it('hides from a site with an open request whether the user already has a chain', () => {
    expect(isTwinRefused(open('switch_chain'), 'add_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'switch_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'add_chain')).toBe(true);
  });

  it('allows a site with an open request to ask for another kind', () => {
    expect(isTwinRefused(open('add_chain'), 'connect')).toBe(false);
  });
});
