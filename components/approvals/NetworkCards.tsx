import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalView } from '../../shared/approvals/view.ts';
import { useHostAccess } from '../hooks/use-host-access.ts';
import { Notice } from '../ui/Notice.tsx';
import { Acknowledgement } from './Acknowledgement.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { Rows } from './Rows.tsx';

/** A site goes to another network that the wallet knows (EIP-3326). */
export function SwitchChainCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'switch_chain' }>;
    onAgree: () => void;
  },
) {
  const { view } = props;
  return (
    <ApprovalFrame
      {...props}
      title={`Switch this site to ${view.to}?`}
      confirm="Switch"
      onConfirm={props.onAgree}
    >
      <div className="flex flex-col items-center gap-2 rounded-xl bg-raised p-4 text-sm">
        <span>{view.from}</span>
        <ArrowDown aria-label="to" size={16} className="text-muted" />
        <strong>{view.to}</strong>
      </div>
      <p className="text-xs text-muted">
        Only this site is moved. Options, orders and positions live on Base.
      </p>
    </ApprovalFrame>
  );
}

/** A site offers a network that the wallet does not know yet (EIP-3085). */
export function AddChainCard(
  props: FrameActions & {
    view: Extract<ApprovalView, { kind: 'add_chain' }>;
    onAgree: () => void;
  },
) {
  const { offered, danger } = props.view;
  const askHostAccess = useHostAccess();
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const agree = () => void askHostAccess(offered.rpcUrls).then(props.onAgree, props.onAgree);
  return (
    <ApprovalFrame
      {...props}
      title={`Add ${offered.name} and switch to it?`}
      confirm="Add and switch"
      isBlocked={danger !== undefined && !isAcknowledged}
      onConfirm={agree}
    >
      <p className="text-xs text-muted">
        Whoever runs these servers sees your address and can tell you wrong balances. They cannot
        sign for you. Condor first asks them for their chain id.
      </p>
      <Rows
        rows={[
          { label: 'Network', value: offered.name },
          { label: 'Chain id', value: String(offered.chainId) },
          { label: 'Coin', value: offered.symbol },
          ...offered.rpcUrls.map((value) => ({ label: 'Server', value })),
          ...(offered.explorerUrl === undefined
            ? []
            : [{ label: 'Explorer', value: offered.explorerUrl }]),
        ]}
      />
      <Notice tone="warn">
        Names can be chosen freely: compare the chain id with a list you trust.
      </Notice>
      {danger === undefined ? null : (
        <Acknowledgement sentence={danger} isGiven={isAcknowledged} onChange={setIsAcknowledged} />
      )}
    </ApprovalFrame>
  );
}
