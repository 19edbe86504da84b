import { mergeChanges } from '../procedures/merge-changes.ts';
import type { Shelf } from '../procedures/runner.ts';
import { baseOf, isReplaced, sentOfFailed, sentOfLost } from './fill-record.ts';
import type { FillIn, FillRecord } from './fill-schemas.ts';
import type { FillStepDeps } from './fill-steps.ts';

/** Checks how the transactions of fills ended: some records need a correction. */
export function createLookAgain(
  deps: Pick<FillStepDeps, 'answerTo' | 'settled'> & {
    readonly fills: Pick<
      Shelf<FillRecord>,
      'all' | 'change' | 'drive' | 'find' | 'restart' | 'rested' | 'until'
    >;
    readonly takeStep: (row: FillRecord) => Promise<FillRecord>;
  },
) {
  const { fills, settled } = deps;

  /**
   * Continues a lost or failed fill that was mined after all, as soon as none of the fill's
   * allowances is being revoked. Doesn't claim the fill's money, because the money is already
   * spent.
   */
  async function onMinedAfterAll(former: string, hash: string): Promise<void> {
    for (const { id } of fills.all().filter((one) => sentOfFailed(one)?.hash === former)) {
      await fills.rested(id);
      const stored = fills.change(id, (now) => asMined(now, former, hash));
      // A full disk interrupts the fill. The user can continue it.
      await stored.catch(() => undefined);
      void fills.drive(id);
    }
  }

  /**
   * Reads the receipt again of a fill that is mined but unproved, or whose transaction got lost.
   * @throws TicketError `revocationRunning`, and for a lost fill also `fillRunning`,
   * `wayBackRunning`, `paymentRunning`
   */
  async function prove(id: string): Promise<void> {
    const row = fills.find(id);
    if (row?.stage === 'unproved') await fills.restart({ ...row, stage: 'mined' });
    const fill = row && sentOfLost(row);
    if (row !== undefined && fill !== undefined && !isReplaced(fill.hash, fills.all()))
      await fills.restart({ ...baseOf(row), stage: 'fill sent', fill });
  }

  /** A lost fill may have been sped up and mined under another hash. */
  async function lookAtLost(row: FillRecord, lost: string, ended?: string): Promise<void> {
    if (isReplaced(lost, fills.all())) return;
    const { hash, status } = await settled(lost);
    if (status === 'confirmed') await onMinedAfterAll(lost, hash);
    else if (status === 'failed' || lost === ended)
      await fills.rested(row.id).then(() => prove(row.id));
  }

  /**
   * After a reorganization, a failed fill can be included again and succeed. The former worker may
   * have been unable to store this, so a new worker checks, too, unless the receipt had shown no
   * option.
   */
  async function lookAtFailed(row: FillRecord, failed: string, ended?: string): Promise<void> {
    if (ended === undefined && 'hasNoOption' in row) return;
    const { hash, status } = await settled(failed);
    if (status === 'confirmed' && [undefined, failed, hash].includes(ended))
      await onMinedAfterAll(failed, hash);
  }

  /**
   * After a reorganization, a mined fill can fail, get lost, or be in another block with another
   * option. This check asks for no transaction, so it claims no money.
   */
  async function lookAtMined({ id, fill }: Mined, ended?: string): Promise<void> {
    const { hash, status } = await settled(fill.hash);
    // Newer rows of the activity may have displaced the transaction's row.
    const isForgotten = status === 'dropped' && deps.answerTo(fill.key) === undefined;
    const isOther = status !== 'dropped' && ended !== hash && hash === fill.hash;
    const row = await fills.until(id, ({ stage }) => stage !== 'mined');
    if (isForgotten || isOther || row === undefined || !isMinedAtRest(row)) return;
    const after = await deps.takeStep({ ...baseOf(row), stage: 'fill sent', fill: row.fill });
    const isLost = sentOfLost(after) !== undefined;
    const end = isLost ? { ...after, failure: { code: 'takenBack' as const } } : after;
    const stored = fills.change(id, (now) =>
      isMinedAtRest(now) ? mergeChanges<FillRecord>(now, row, end) : now,
    );
    // A full disk interrupts the fill. The user can continue it.
    await stored.catch(() => undefined);
    void fills.drive(id);
  }

  function lookAt(row: FillRecord, ended?: string): Promise<void> {
    const lost = sentOfLost(row)?.hash;
    if (lost !== undefined) return lookAtLost(row, lost, ended);
    const failed = sentOfFailed(row)?.hash;
    if (failed !== undefined) return lookAtFailed(row, failed, ended);
    return isMinedAtRest(row) || (row.stage === 'mined' && row.proof !== undefined)
      ? lookAtMined(row, ended)
      : Promise.resolve();
  }

  return {
    onMinedAfterAll,
    prove,

    /**
     * Checks lost, failed and mined fills again. Called when a transaction in the activity has
     * ended, and at the worker's start.
     */
    async onSettled(hash?: string): Promise<void> {
      await Promise.all(fills.all().map((row) => lookAt(row, hash)));
    },
  };
}

/** Returns a lost or failed fill of this transaction as mined. Returns other records unchanged. */
function asMined(row: FillRecord, former: string, hash: string): FillRecord {
  const fill = sentOfFailed(row);
  if (fill?.hash !== former) return row;
  const { isHidden: _isHidden, ...base } = baseOf(row);
  return { ...base, stage: 'mined', fill: { ...fill, hash } };
}

type MinedAtRest = FillIn<'indexed' | 'not indexed' | 'unproved'>;
type Mined = MinedAtRest | FillIn<'mined'>;

const isMinedAtRest = (row: FillRecord): row is MinedAtRest =>
  row.stage === 'indexed' || row.stage === 'not indexed' || row.stage === 'unproved';
