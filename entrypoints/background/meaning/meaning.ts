import type { StepView } from '../../../shared/approvals/view.ts';

/** What one transaction does, without its bytes and its place among others. */
export type Meaning = Omit<StepView, 'raw' | 'number'>;
