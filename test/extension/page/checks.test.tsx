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
  it('the checks of a request show findings above the passed ones, whatever their order', () => {
    expect(wordsOf(shown([PASSED, WARNED, PASSED, FAILED]))).toBe(
      'Receiver new Signature forged 2 checks passed Order book known Order book known',
    );
  });

  it('the checks of a request name the result for screen readers, not only by a colour', () => {
    const labels = (check: ApprovalCheck) =>
      /<svg[^>]*aria-label="([^"]*)"/.exec(shown([check]))?.[1];
    expect([PASSED, WARNED, FAILED].map(labels)).toEqual(['passed', 'warning', 'failed']);
  });

  it('the checks of a request never count a finding as passed', () => {
    expect(wordsOf(shown([FAILED]))).not.toContain('passed');
    expect(wordsOf(shown([PASSED]))).toContain('1 check passed');
  });

  it('the checks of a request keep the full value of a shortened one', () => {
    expect(shown([WARNED])).toContain('title="0x12"');
  });

  it('the checks of a request belong to a step when there are several', () => {
    expect(shown([PASSED], 2)).toContain('aria-label="Checks 2"');
    expect(shown([PASSED])).toContain('aria-label="Checks"');
  });

  it('the checks of a request leave nothing behind when there are none', () => {
    expect(shown([])).toBe('');
  });

  it('the checks of a request name the result in German as well', () => {
    expect(inGerman(() => shown([FAILED]))).not.toContain('aria-label="failed"');
  });
});
