import { PERMIT2 } from '../../chain/chain-context.ts';
import { isRecord } from '../../is-record.ts';
import { MAX_UINT256 } from '../../units.ts';
import type { TypedData } from '../typed-data.ts';
import { deedOf } from './deed.ts';
import type { DeedFacts } from './facts.ts';
import {
  contractOf,
  erc20,
  integerOf,
  isFor,
  recordsOf,
  type SignedReader,
  textOf,
} from './fields.ts';

const MAX_UINT = MAX_UINT256.toString();
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)';

/** Readers of DAI's and Permit2's permits, whose members depend on each other. */
export const PERMIT_READERS: Readonly<Record<string, SignedReader>> = {
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': dai,
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`]: permit2,
  [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
    permit2,
};

/** Matches a permit of Permit2 with a witness. The type ends with terms of another contract. */
const WITNESS =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,\w+ \w+\)/;

/**
 * Parses a permit of Permit2 with a witness. The text of its type depends on the witness
 * (UniswapX).
 */
export function readWitnessPermit(
  data: TypedData,
  type: string,
  account: string,
): DeedFacts | undefined {
  const found = WITNESS.exec(type);
  if (found === null || !type.includes(`)${PERMISSIONS}`)) return undefined;
  const [, batch, list] = found;
  return (batch === undefined) === (list === undefined) ? permit2(data, account) : undefined;
}

function dai(data: TypedData, account: string): DeedFacts {
  const { holder, spender, allowed, expiry } = data.message;
  const isTakenBack = allowed === false;
  return deedOf(
    {
      deed: isTakenBack ? 'revokeAllowance' : 'allow',
      fields: [
        { role: 'owner', value: textOf(holder) },
        { role: 'spender', value: textOf(spender) },
        { role: 'allowance', asset: erc20(contractOf(data), isTakenBack ? '0' : MAX_UINT) },
        // Zero means that the permit has no end.
        { role: 'end', value: expiry === '0' ? '' : integerOf(expiry) },
      ],
      dangers: [],
    },
    account,
  );
}

function permit2(data: TypedData, account: string): DeedFacts {
  const { primaryType, message } = data;
  const isOnce = primaryType.includes('TransferFrom');
  const details = isOnce ? message.permitted : message.details;
  const parts = isRecord(details) && !Array.isArray(details) ? [details] : recordsOf(details);
  const ends = isOnce
    ? [message.deadline]
    : [...parts.map(({ expiration }) => expiration), message.sigDeadline];
  const isKnownContract = isFor(data, [PERMIT2]);
  const isTakenBack =
    parts.length > 0 && parts.every(({ amount }) => amount === '0') && !isOnce && isKnownContract;
  return deedOf(
    {
      deed: isTakenBack ? 'revokeAllowance' : isOnce ? 'allowOnce' : 'allow',
      fields: [
        { role: 'spender', value: textOf(message.spender) },
        ...parts.map(({ token, amount }) => ({
          role: 'allowance' as const,
          asset: erc20(textOf(token), integerOf(amount)),
        })),
        ...ends.map((end) => ({ role: 'end' as const, value: integerOf(end) })),
        ...(primaryType.includes('Witness') ? [{ role: 'terms' as const, value: '' }] : []),
      ],
      dangers: [],
      protocol: 'Permit2',
      isKnownContract,
    },
    account,
  );
}
