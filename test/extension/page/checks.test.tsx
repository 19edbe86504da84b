import { describe, expect, it } from 'vitest';
import { Checks } from '../../../components/approvals/Checks.tsx';
import type { ApprovalCheck } from '../../../components/approvals/worded.ts';
import { inGerman } from '../helpers/languages.ts';
import { onPage } from '../helpers/on-page.tsx';
import { wordsOf } from '../helpers/read-markup.ts';

const PASSED: ApprovalCheck = { label: 'Order book', status: 'passed', detail: 'known' };
const WARNED: ApprovalCheck = { label: 'Receiver', status: 'warned', detail: 'new', full: '0x12' };
const FAILED: ApprovalCheck = { label: 'Signature', status: 'failed', detail: 'forged' };

const shown = (checks: readonly ApprovalCheck[], of?: number) =>
  onPage(<Checks checks={checks} {...(of === undefined ? {} : { of })} />);

describe('the checks of a request', () => {
  it('lists findings above passed checks, even if a passed check comes first in the input', () => {
    expect(wordsOf(shown([PASSED, WARNED, PASSED, FAILED]))).toBe(
      'Receiver new Signature forged 2 checks passed Order book known Order book known',
    );
  });

  it('names the result of a check for screen readers instead of showing it only by a colour', () => {
    const labels = (check: ApprovalCheck) =>
      /<svg[^>]*aria-label="([^"]*)"/.exec(shown([check]))?.[1];
    expect([PASSED, WARNED, FAILED].map(labels)).toEqual(['passed', 'warning', 'failed']);
  });

  it('never counts a finding as a passed check', () => {
    expect(wordsOf(shown([FAILED]))).not.toContain('passed');
    expect(wordsOf(shown([PASSED]))).toContain('1 check passed');
  });

  it('shows the full value of a check on hover when the value is shortened', () => {
    expect(shown([WARNED])).toContain('title="0x12"');
  });

  it('labels checks with the number of their step when a request has several steps', () => {
    expect(shown([PASSED], 2)).toContain('aria-label="Checks 2"');
    expect(shown([PASSED])).toContain('aria-label="Checks"');
  });

  it('renders nothing when there are no checks', () => {
    expect(shown([])).toBe('');
  });

  it('doesn’t name the result of a check in English on a German page', () => {
    expect(inGerman(() => shown([FAILED]))).not.toContain('aria-label="failed"');
  });
});
