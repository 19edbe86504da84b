import { describe, expect, it } from 'vitest';
import { isTwinRefused } from '../../../../entrypoints/background/approvals/site-limits.ts';
import type { ApprovalDraft, ApprovalKind } from '../../../../shared/approvals/types.ts';

const open = (kind: ApprovalKind) => [{ request: { kind } } as ApprovalDraft];

describe('a site with an open request', () => {
  it('can’t tell by a second one whether the user has a chain already', () => {
    expect(isTwinRefused(open('switch_chain'), 'add_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'switch_chain')).toBe(true);
    expect(isTwinRefused(open('add_chain'), 'add_chain')).toBe(true);
  });

  it('may ask for another thing', () => {
    expect(isTwinRefused(open('add_chain'), 'connect')).toBe(false);
  });
});
