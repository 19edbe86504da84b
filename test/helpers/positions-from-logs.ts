import { decodeLog } from '../../shared/positions/decode-log.ts';
import type { EventLog } from '../../shared/positions/event-log.ts';
import {
  applyTransaction,
  KNOWN_EMITTERS,
  type TransactionEvents,
  type TrustedEmitters,
} from '../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';

/** Returns the newest state of each position in a list of logs, for example of one receipt. */
export function positionsFromLogs(
  logs: readonly (EventLog & { readonly logIndex: number })[],
  transaction: Omit<TransactionEvents, 'events'>,
  trusted: TrustedEmitters = KNOWN_EMITTERS,
): PositionRecord[] {
  const events = logs.flatMap((log) => {
    const event = decodeLog(log);
    return event ? [{ event, logIndex: log.logIndex }] : [];
  });
  return [...applyTransaction({ ...transaction, events }, () => undefined, trusted).values()];
}
