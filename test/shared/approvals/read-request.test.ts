import { threadCpuUsage } from 'node:process';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { BudgetError } from '../../../shared/approvals/budget.ts';
import { readRequest } from '../../../shared/approvals/read-request.ts';
import type { ApprovalRequest } from '../../../shared/approvals/types.ts';
import { toHex, utf8 } from '../../../shared/bytes.ts';
import { multicallsAbi } from '../../../shared/chain/abi/multicalls.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PHRASE = 'wants you to sign in with your Ethereum account';
/** Maximum characters of a request's params. */
const LONGEST = 900_000;
const MAX_MS = 2_000;

const read = (request: ApprovalRequest) =>
  readRequest(
    { request, requester: { origin: 'https://dapp.example', own: false }, chainId: CHAIN_ID },
    0,
  );
const message = (text: string) =>
  read({ kind: 'personal_sign', account: ACCOUNT, message: toHex(utf8(text)) });
const typedData = (data: unknown) =>
  read({ kind: 'typed_data', account: ACCOUNT, version: 'V4', json: JSON.stringify(data) });
const call = (data: Hex) =>
  read({
    kind: 'transaction',
    account: ACCOUNT,
    transaction: { to: ACCOUNT, value: '0x0', data },
  });

/**
 * Returns the milliseconds of processor time that this thread uses. Other programs don't affect
 * this time.
 */
function cost(work: () => unknown): number {
  const before = threadCpuUsage();
  try {
    work();
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error;
  }
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Returns struct types, each of which has two members of the next type. */
function fan(depth: number) {
  const types = Object.fromEntries(
    Array.from({ length: depth }, (_, i) => [
      `T${i}`,
      ['a', 'b'].map((name) => ({ name, type: i === depth - 1 ? 'bool' : `T${i + 1}` })),
    ]),
  );
  return { types, primaryType: 'T0', domain: {}, message: {} };
}

const word = (value: number) => value.toString(16).padStart(64, '0');
/** Returns calldata of `multicall(bytes[])` in which all items point to the same bytes. */
function sharedItems(count: number, bytes: number): Hex {
  const offsets = word(32 * count).repeat(count);
  return `0xac9650d8${word(32)}${word(count)}${offsets}${word(bytes)}${'ab'.repeat(bytes)}`;
}

const recap = (att: unknown) =>
  `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64url')}`;
const signIn = (resource: string) =>
  `dapp.example ${PHRASE}:\n${ACCOUNT}\n\n\nURI: https://dapp.example\nVersion: 1\nChain ID: 8453\nNonce: abcdefgh\nIssued At: 2026-01-01T00:00:00Z\nResources:\n- ${resource}`;

describe('reading a request', () => {
  it('reads typed data whose types expand to 2^60 structs, if none of the structs is present', () => {
    expect(cost(() => typedData(fan(60)))).toBeLessThan(MAX_MS);
    expect(typedData(fan(60))).toMatchObject({ facts: { kind: 'unknown' } });
  });

  it.each([
    ['a word of a megabyte before a sign-in phrase', `${PHRASE} ${'a'.repeat(LONGEST)}`],
    ['a sign-in with a line of repeated fields', `${PHRASE}\n${'URI: '.repeat(LONGEST / 5)}`],
    ['blanks before a sign-in phrase', `a${' '.repeat(LONGEST)}${PHRASE}`],
    ['quotation marks before a sign-in phrase', `a${'"'.repeat(LONGEST)}a ${PHRASE}`],
    ['marks inside a sign-in phrase', `wants${'-'.repeat(LONGEST)}${PHRASE}`],
    ['repeated sign-in phrases', `a ${PHRASE} `.repeat(LONGEST / 60)],
    [
      'a right with a name space for each ability',
      signIn(
        recap({
          'https://dapp.example': Object.fromEntries(
            Array.from({ length: 40_000 }, (_, i) => [`n${i}/a`, [{}]]),
          ),
        }),
      ),
    ],
    ['combining marks', '\u0301'.repeat(LONGEST / 2)],
    ['joined emojis', '😀\u200d'.repeat(LONGEST / 6)],
  ])('reads an expensive message in less than 2 s: %s', (_, text) => {
    expect(cost(() => message(text))).toBeLessThan(MAX_MS);
  });

  it.each([
    ['items that share their bytes', sharedItems(8_000, 200_000)],
    ['items that share empty bytes', sharedItems(12_000, 0)],
    ['more items than bytes', `0xac9650d8${word(32)}${word(2 ** 31)}`],
    ['an offset beyond the data', `0xac9650d8${word(2 ** 31)}`],
  ] satisfies [string, Hex][])('reports a call as unreadable when it has %s', (_, data) => {
    expect(cost(() => call(data))).toBeLessThan(MAX_MS);
    expect(call(data)).toMatchObject({ calls: [{ kind: 'unreadable' }] });
  });

  it('rejects a bundle with more nested calls than can be explained', () => {
    const nested = (inner: Hex) =>
      encodeFunctionData({
        abi: [multicallsAbi.multicall],
        args: [Array.from({ length: 50 }, () => inner)],
      });
    expect(() => call(nested('0x12345678'))).not.toThrow();
    expect(() => call(nested(nested('0x12345678')))).toThrow(BudgetError);
  });

  it('rejects Safe data that takes too long to decode', () => {
    const inner = encodeFunctionData({
      abi: [multicallsAbi.multicall],
      args: [Array.from({ length: 50 }, () => '0x12345678' as const)],
    });
    const data = encodeFunctionData({
      abi: [multicallsAbi.multicall],
      args: [Array.from({ length: 50 }, () => inner)],
    });
    const fields =
      'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce';
    const SafeTx = fields.split(',').map((field) => {
      const [type = '', name = ''] = field.split(' ');
      return { name, type };
    });
    const zeros = Object.fromEntries(SafeTx.map(({ name }) => [name, 0]));
    const addresses = { to: ACCOUNT, gasToken: ACCOUNT, refundReceiver: ACCOUNT };
    const safe = {
      types: { SafeTx },
      primaryType: 'SafeTx',
      domain: { verifyingContract: ACCOUNT },
      message: { ...zeros, ...addresses, data },
    };
    expect(() => typedData(safe)).toThrow(BudgetError);
  });
});

describe('typed data with a missing struct', () => {
  it('doesn’t treat typed data with a missing struct as a login', () => {
    const data = {
      types: {
        EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
        User: [{ name: 'name', type: 'string' }],
        Login: [
          { name: 'user', type: 'User' },
          { name: 'nonce', type: 'uint256' },
        ],
      },
      primaryType: 'Login',
      domain: { chainId: CHAIN_ID },
      message: { user: { name: 'Jon' }, nonce: 1 },
    };
    expect(typedData(data)).toMatchObject({ facts: { kind: 'login' } });
    const missing = { ...data, message: { user: null, nonce: 1 } };
    expect(typedData(missing)).toMatchObject({ facts: { kind: 'unknown' } });
  });
});
