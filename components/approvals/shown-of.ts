import type { ApprovalView, CallMeaning } from '../../shared/messages/approval-view.ts';
import { dangersOf, refusalOf } from '../../shared/messages/inner-calls.ts';

/**
 * Returns everything that a consent covers as one comparable text: the request, the movements,
 * every warning, and the facts of rows and checks. Figures of rows and checks are left out, because
 * they change with every block.
 */
export function shownOf(view: ApprovalView): string {
  return JSON.stringify([view.mark, view.isPhishing, partsOf(view)]);
}

function partsOf(view: ApprovalView): unknown {
  if (view.kind === 'transaction') {
    const { leaves, arrives, dangers, refusal, simulation, steps } = view;
    return [leaves, arrives, dangers, refusal, simulation.outcome, steps.map(stepOf)];
  }
  if (view.kind === 'typed_data') {
    const { facts, party, request } = view.signed;
    return [view.runsCode, facts, party, withoutFigures(request ?? {})];
  }
  if (view.kind === 'personal_sign') {
    return [view.runsCode, view.text === undefined, view.signIn];
  }
  return view.kind === 'add_chain' ? view.privateHosts : undefined;
}

function stepOf(step: CallMeaning): unknown {
  return [dangersOf(step), refusalOf(step), meaningOf(step)];
}

function meaningOf({ call, along, highlights, rows, checks, inner = [] }: CallMeaning): unknown {
  return [call, along, withoutFigures([highlights, rows, checks]), inner.map(meaningOf)];
}

/** Members with figures. `withoutFigures` leaves them out. */
const FIGURES: ReadonlySet<string> = new Set([
  'units',
  'price',
  'prices',
  'most',
  'limit',
  'needed',
  'nonce',
  'next',
  'leaves',
  'arrives',
]);

/** Returns the facts without their figures. A list of figures keeps its length. */
function withoutFigures(facts: unknown): unknown {
  return JSON.parse(
    JSON.stringify(facts, (key, value: unknown) => {
      if (!FIGURES.has(key)) return value;
      if (Array.isArray(value)) return value.length;
      return typeof value === 'object' ? value : undefined;
    }),
  );
}
