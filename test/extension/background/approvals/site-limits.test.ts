import { describe, expect, it } from 'vitest';
import { isTwinRefused } from '../../../../entrypoints/background/approvals/site-limits.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../../shared/approvals/types.ts';

const open = (kind: ApprovalKind) => [{ request: { kind } } as ApprovalDraft];

describe('a site with an open request', () => {
  it('refuses a site’s second chain request, so that the site can’t learn which chains the user has', () => {
    expect(isTwinRefused(open('switch_chain'), 'add_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'switch_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'add_chain')).toBe(true);
  });

  it('allows a site with an open chain request to ask for a connection', () => {
    expect(isTwinRefused(open('add_chain'), 'connect')).toBe(false);
  });
});
