import { i18n } from '#i18n';
import type { MoveFact, MoveNote, SumFact } from '../../shared/approvals/facts/moves.ts';
import { shortAddress } from '../../shared/format.ts';
import { amountText, exactText } from '../texts/numbers.ts';
import { readableAmount } from './describe-amounts.ts';
import type { WordedMove } from './worded.ts';

/** Units by which the lending pool's rounding can change an amount, too few to show. */
const ROUNDING = 2n;
/** Decimals of shortened amounts; amounts with fewer decimals are exact. */
const SHOWN_DECIMALS = 6;

/**
 * Returns true for the two sides of a one-to-one conversion, such as wrapping. If the two amounts
 * were rounded in different directions, they would look like a loss.
 */
export function isOneForOne(leaves: MoveFact, arrives: MoveFact): boolean {
  if (leaves.kind === 'option' || arrives.kind === 'option') return false;
  const decimals = decimalsOf(leaves);
  const lost = BigInt(leaves.units) - BigInt(arrives.units);
  if (decimals !== decimalsOf(arrives) || decimals <= SHOWN_DECIMALS) return false;
  return lost >= 0n && lost <= ROUNDING;
}

/** Describes a movement; an outgoing amount is rounded up. */
export function describeMove(move: MoveFact, isLeaving = false): WordedMove {
  const note = noteOf(move);
  const units = move.kind === 'option' ? 1n : BigInt(move.units);
  return {
    symbol: moveSymbol(move),
    amount: readableAmount(units, decimalsOf(move), isLeaving),
    exact: exactText(units, decimalsOf(move)),
    ...(note === undefined ? {} : { note }),
  };
}

export function moveSymbol(move: MoveFact): string {
  switch (move.kind) {
    case 'option':
      return i18n.t('fill.option');
    case 'coin':
      return move.symbol;
    case 'token':
      return tokenSymbol(move);
    case 'collectible':
      return i18n.t('meaning.collectibleOf', { token: shortAddress(move.token) });
  }
}

/**
 * Returns a token's symbol. An unknown token's symbol is quoted, and its note shows the address.
 */
function tokenSymbol({ symbol, token, note }: Extract<MoveFact, { kind: 'token' }>): string {
  if (symbol === undefined) return i18n.t('meaning.unitsOfToken', { token: shortAddress(token) });
  return note?.code === 'unknownToken' ? i18n.t('meaning.quotedSymbol', { symbol }) : symbol;
}

/** Returns all movements of one asset in one line: "−5 +2". */
export function sumText({ leaves, arrives }: SumFact, asset: MoveFact): string {
  const of = (units: readonly string[], sign: string) =>
    units.map((one) => `${sign}${amountText(BigInt(one), decimalsOf(asset))}`);
  return [...of(leaves, '−'), ...of(arrives, '+')].join(' ') || '0';
}

function decimalsOf(move: MoveFact): number {
  if (move.kind === 'coin') return 18;
  return move.kind === 'token' ? (move.decimals ?? 0) : 0;
}

function noteOf(move: MoveFact): string | undefined {
  if (move.note !== undefined) return noteText(move.note, move);
  if (move.kind !== 'collectible' || move.item === undefined) return undefined;
  return i18n.t('meaning.itemNumber', { item: shortItem(move.item) });
}

const SHOWN_DIGITS = 8;

function shortItem(item: string): string {
  return item.length > 2 * SHOWN_DIGITS
    ? `${item.slice(0, SHOWN_DIGITS)}…${item.slice(-SHOWN_DIGITS)}`
    : item;
}

function noteText(note: MoveNote, move: MoveFact): string {
  const token = shortAddress('token' in move ? move.token : '');
  switch (note.code) {
    case 'unknownToken':
      return i18n.t('meaning.unknownToken', { token });
    case 'imitates':
      return i18n.t('meaning.imitatesToken', { symbol: note.symbol, token });
    case 'net': {
      const amount = (units: string) => amountText(BigInt(units), decimalsOf(move));
      const net = i18n.t('meaning.netOf', {
        leaves: amount(note.leaves),
        why: noteText(note.why, move),
        arrives: amount(note.arrives),
        source: noteText(note.source, move),
      });
      const { converted } = note;
      return converted === undefined
        ? net
        : i18n.t('meaning.netConverted', { net, converted: amount(converted) });
    }
    default:
      return i18n.t(`fill.note.${note.code}`);
  }
}
