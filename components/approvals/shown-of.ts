import type { ApprovalCheck, ApprovalRow, ApprovalView } from '../../shared/approvals/view.ts';

/**
 * All that a consent is given to, as one text to compare: the request, what moves, every warning, and
 * what the rows and checks say. Figures in rows and checks move with every block and are left out.
 */
export function shownOf(view: ApprovalView): string {
  return JSON.stringify([view.mark, view.isPhishing, partsOf(view)]);
}

function partsOf(view: ApprovalView): unknown {
  if (view.kind === 'transaction') {
    const { leaves, arrives, danger, refusal, simulation } = view;
    const steps = view.steps.map(({ sentence, rows, highlights = [], checks }) => [
      sentence,
      rowsOf([...highlights, ...rows]),
      checksOf(checks),
    ]);
    return [leaves, arrives, danger, refusal, simulation.outcome, steps];
  }
  if (view.kind === 'typed_data') {
    return [view.signed.facts, view.signed.party];
  }
  if (view.kind === 'personal_sign') {
    return [view.text === undefined, view.signIn];
  }
  return view.kind === 'add_chain' ? view.danger : undefined;
}

function rowsOf(rows: readonly ApprovalRow[]) {
  return rows.map(({ label, value }) => [withoutFigures(label), withoutFigures(value)]);
}

function checksOf(checks: readonly ApprovalCheck[]) {
  return checks.map(({ label, status, detail = '' }) => [
    withoutFigures(label),
    status,
    withoutFigures(detail),
  ]);
}

function withoutFigures(words: string): string {
  return words.replace(/<?\d+(?:[.,:’ \u00a0\u202f]\d+)*/g, '0');
}
