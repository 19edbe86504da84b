import type { Approvals } from '../approvals/approvals.ts';
import { type InspectDeps, inspectDraft } from '../approvals/inspect.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `approvals.${string}`>;

export function approvalHandlers(deps: {
  approvals: Approvals;
  inspect: InspectDeps;
  /** The feed tells whether a quote is live; reading it first makes the card say so. */
  refreshFeed: () => Promise<unknown>;
}): Pick<Handlers, Topics> {
  const { approvals } = deps;
  return {
    async 'approvals.view'({ id }) {
      const draft = approvals.find(id);
      if (draft === undefined) return null;
      const open = approvals.open();
      const index = open.findIndex((candidate) => candidate.id === id) + 1;
      // A feed that is down is said on the card as "could not be read".
      if (draft.request.kind === 'transaction') await deps.refreshFeed().catch(() => undefined);
      return inspectDraft(deps.inspect, draft, { index, count: open.length });
    },
    async 'approvals.decide'({ id, choice }) {
      await approvals.decide(id, choice);
      return null;
    },
  };
}
