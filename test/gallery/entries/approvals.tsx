import { Approval } from '../../../components/screens/prompt/Approval.tsx';
import type { ApprovalView } from '../../../shared/messages/approval-view.ts';
import type { Entry } from '../entry.ts';
import {
  REQUESTS,
  SIGN_IN_REQUEST,
  TRANSACTIONS,
  TYPED_DATA,
  typedData,
} from '../samples/approvals.ts';
import { FILLS } from '../samples/positions.ts';
import { LOCKED } from '../samples/snapshot.ts';

const ASKED = { approvalIds: ['draft'], waitingSites: ['https://app.example'] } as const;

const card = (name: string, view: ApprovalView | (() => Promise<ApprovalView>)): Entry => ({
  name: `approval-${name}`,
  size: 'approval',
  element: <Approval />,
  snapshot: ASKED,
  topics: async () => ({ approval: typeof view === 'function' ? await view() : view }),
});

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const APPROVALS: readonly Entry[] = [
  ...Object.values(REQUESTS).map((view) => card(slug(view.kind), view)),
  card('sign-in', SIGN_IN_REQUEST),
  ...Object.entries(TRANSACTIONS).map(([name, view]) => card(name, view)),
  {
    name: 'approval-locked',
    size: 'approval',
    element: <Approval />,
    snapshot: { ...ASKED, vault: LOCKED },
  },
  {
    name: 'approval-between-steps',
    size: 'approval',
    element: <Approval />,
    snapshot: { fills: FILLS.asked === undefined ? [] : [FILLS.asked] },
  },
  { name: 'approval-nothing', size: 'approval', element: <Approval /> },
  ...TYPED_DATA.map((name) => card(slug(name), () => typedData(name))),
];
