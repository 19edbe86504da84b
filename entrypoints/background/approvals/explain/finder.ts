import type { Address } from 'viem';
import type {
  CallDescriptor,
  Described,
} from '../../../../shared/approvals/known-calls/descriptor.ts';
import type { DescribedKind } from '../../../../shared/approvals/known-calls/descriptors.ts';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import type { Clock } from '../../../../shared/ports.ts';
import type { Price8, UnixSeconds } from '../../../../shared/units.ts';
import type { CodeReader } from '../../chain/code-at.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { OptionDelivery } from './explain-allowance.ts';
import type { ReceiverDeps } from './explain-transfer.ts';
import type { JudgeDeps } from './judge-trade.ts';

export interface ExplainDeps extends ReceiverDeps, Pick<JudgeDeps, 'recordOf' | 'modelValue'> {
  readonly rpc: Rpc;
  readonly codeAt: CodeReader;
  /** Resolves when the tokens of all calls are named in `context`, or the look-up was given up. */
  readonly named?: Promise<void>;
  readonly clock: Clock;
  readonly spotOf: (asset: string) => Price8 | undefined;
  /** Reads the spot prices if they are old, within a time limit. Never rejects. */
  readonly refreshSpots?: () => Promise<void>;
  readonly isInFeed: (digest: string) => Promise<boolean | undefined>;
  readonly offerKeyOf?: (account: Address) => string | undefined;
  /** Returns the delivery of a proven option of the user whose amount equals the allowance. */
  readonly deliveryOf?: (found: Understanding, account: string) => OptionDelivery | undefined;
}

export interface CallReading extends ExplainDeps {
  readonly account: Address;
  readonly now: UnixSeconds;
  readonly earlier: readonly Understanding[];
  /** True when the spender is an ordinary account; see `isSpenderPrivate`. */
  readonly isPrivate: boolean;
  readonly explainInner: (
    inner: Understanding,
    earlier?: readonly Understanding[],
  ) => Promise<CallMeaning>;
}

type Found = Partial<CallMeaning>;
type Finder<Call> = (call: Call, reading: CallReading) => Found | Promise<Found>;

type ChecksOf<Of> =
  Of extends CallDescriptor<infer _Kind, infer _Roles, infer _Stored, infer _Also, infer Check>
    ? Check
    : never;
type NamedIn<Of, Name> = Of extends CallDescriptor
  ? Name extends ChecksOf<Of>
    ? Described<Of>
    : never
  : never;

/** Kinds without a descriptor. Each has a function with the kind's name. */
type OtherKind = Exclude<Understanding['kind'], Described<DescribedKind>['kind']>;

/** Functions for each name in a descriptor, and for each kind without a descriptor. */
export type Finders = {
  readonly [Name in Extract<ChecksOf<DescribedKind>, string>]: Finder<NamedIn<DescribedKind, Name>>;
} & { readonly [Kind in OtherKind]: Finder<Extract<Understanding, { kind: Kind }>> };
