import type { Chain } from '../chain/index.ts';
import type { Kernel } from '../kernel/index.ts';
import { stored } from '../kernel/stored.ts';
import { createApprovals } from './approvals.ts';
import { approvalsKeys, LEDGER_SLOTS } from './keys.ts';
import { createLedger } from './ledger.ts';
import { createRecheck } from './recheck.ts';
import { createRequestReader } from './request-reader.ts';
import { createApprovalWindow } from './window.ts';

export type ApprovalParts = ReturnType<typeof createApprovalParts>;

export function createApprovalParts({
  activity,
  areas,
  blockedSites,
  events,
  platform,
  rpcOf,
}: Kernel & Chain) {
  const { alarms, clock, random, windows } = platform;
  const approvalWindow = createApprovalWindow({
    windows,
    opened: stored(areas, approvalsKeys.approvalWindow),
    onClosedByUser: () => events.emit('windowClosed'),
  });
  const requestReader = createRequestReader({
    mark: stored(areas, approvalsKeys.readRequest),
    clock,
  });
  const ledger = createLedger({
    slots: LEDGER_SLOTS.map((slot) => stored(areas, slot)),
    clock,
    answerTo: activity.answerTo,
  });
  return {
    approvalWindow,
    requestReader,
    ledger,
    /** The features load the stored data, because the recheck compares their explanations. */
    recheck: createRecheck({
      stored: stored(areas, approvalsKeys.shownSimulations),
      clock,
      rpcOf,
    }),
    approvals: createApprovals({
      stored: stored(areas, approvalsKeys.drafts),
      reader: requestReader,
      random,
      clock,
      alarms,
      show() {
        const shown = approvalWindow.show();
        events.emit('windowShown');
        return shown;
      },
      showMissing: approvalWindow.showMissing,
      isBlocked: blockedSites.has,
      onAsked: ledger.markAsked,
      onChange: () => events.emit('approvalsChanged'),
    }),
  };
}
