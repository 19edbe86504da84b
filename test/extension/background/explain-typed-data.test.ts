import { describe, expect, it } from 'vitest';
import {
  explainTypedData,
  type TypedDataContext,
} from '../../../entrypoints/background/approvals/explain-typed-data.ts';
import { parseTypedData } from '../../../shared/approvals/typed-data.ts';
import {
  BOOK_R12,
  CHAIN_ID,
  IMPLEMENTATIONS,
  PRICE_FEEDS,
  TOKENS,
} from '../../../shared/chain/deployments.ts';
import { placeOf } from '../../../shared/chain/place.ts';
import { ORDER_TYPES, orderDomain } from '../../../shared/orders/eip712.ts';
import { unixSeconds } from '../../../shared/units.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
/** Begins and ends like the friend's. */
const FORGED = `0x90f7${'1'.repeat(32)}b906`;
const USDC = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const NOW = unixSeconds(1_800_000_000);
const SOON = NOW + 3600;
const INVERSE_CALL = IMPLEMENTATIONS.find(({ product }) => product === 'INVERSE_CALL')?.address;
const ETHER_FEED = PRICE_FEEDS.find(({ asset }) => asset === 'ETH')?.address;
const MAX = (2n ** 256n - 1n).toString();

const CONTEXT: TypedDataContext = {
  account: ACCOUNT,
  place: placeOf(CHAIN_ID, 'ETH'),
  now: NOW,
  known: [{ address: FRIEND, name: 'Friend', kind: 'contact' }],
};

const explain = (
  primaryType: string,
  types: Record<string, string>,
  message: object,
  more: { domain?: object; types?: object } = {},
) => {
  const fields = (list: Record<string, string>) =>
    Object.entries(list).map(([name, type]) => ({ name, type }));
  const domain = more.domain ?? { name: 'USD Coin', chainId: 8453, verifyingContract: USDC };
  return explainTypedData(
    parseTypedData(
      { types: { [primaryType]: fields(types), ...more.types }, primaryType, domain, message },
      'V4',
    ),
    CONTEXT,
  );
};

const PERMIT = {
  owner: 'address',
  spender: 'address',
  value: 'uint256',
  nonce: 'uint256',
  deadline: 'uint256',
};
const permit = (value: string | number, deadline: string | number = SOON) =>
  explain('Permit', PERMIT, { owner: ACCOUNT, spender: SPENDER, value, nonce: 0, deadline });

describe('a permit', () => {
  it('tells its end in the user’s own zone, and in UTC on hover', () => {
    const end = permit(5_000_000).rows.find(({ full }) => full?.endsWith('UTC'));
    expect(end?.value).toMatch(/^[A-Z][a-z]{2} \d{1,2}, 2027, \d{2}:\d{2}$/);
    const [check] = permit(5_000_000, NOW + 91 * 86_400).checks.filter(({ full }) => full);
    expect(check?.full).toMatch(/^[A-Z][a-z]{2} \d{1,2}, 2027, \d{2}:\d{2} UTC$/);
    expect(check?.detail).not.toContain('UTC');
    expect(permit(5_000_000, MAX).rows.filter(({ full }) => full?.includes('UTC'))).toEqual([]);
  });

  it('of EIP-2612 is an allowance, and dangerous because no transaction shows it', () => {
    const found = permit(5_000_000);
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take 5 USDC');
    expect(found.danger).toContain('5 USDC');
    expect(found.checks).toContainEqual(
      expect.objectContaining({ label: 'Spender', status: 'warned' }),
    );
  });

  it('without limit or without end says so', () => {
    expect(permit(MAX).danger).toBe(
      'With this, 0x3C44…93BC can move all your USDC, now and later.',
    );
    expect(permit(1, MAX).checks).toContainEqual({
      label: 'Deadline',
      status: 'warned',
      detail: 'The signature never expires.',
    });
  });

  it('whose end is long ago, or far away, says so', () => {
    const detailOf = (deadline: number) =>
      permit(1, deadline).checks.find(({ label }) => label === 'Deadline')?.detail;
    expect(detailOf(NOW - 1)).toContain('over already');
    expect(detailOf(NOW + 400 * 86_400)).toContain('It stays good until');
    expect(detailOf(SOON)).toBeUndefined();
  });

  it('for another account, or for every network, says so', () => {
    const message = { owner: SPENDER, spender: SPENDER, value: 1, nonce: 0, deadline: SOON };
    const found = explain('Permit', PERMIT, message, { domain: { verifyingContract: USDC } });
    expect(found.checks.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Owner', 'Network']),
    );
  });

  it('for a spender that looks like a contact has every digit compared', () => {
    const message = { owner: ACCOUNT, spender: FORGED, value: 1, nonce: 0, deadline: SOON };
    expect(explain('Permit', PERMIT, message).danger).toContain('it is not your contact Friend');
  });

  it('with one field more, or another type, is none that Condor knows', () => {
    const message = {
      owner: ACCOUNT,
      spender: SPENDER,
      value: 1,
      nonce: 0,
      deadline: SOON,
      more: 1,
    };
    const more = explain('Permit', { ...PERMIT, more: 'uint256' }, message);
    const other = explain('Permit', { ...PERMIT, value: 'int256' }, message);
    for (const found of [more, other]) expect(found.sentence).toBe('Sign “Permit”');
  });

  it('of a token at its address on another network is no permit of USDC', () => {
    const message = { owner: ACCOUNT, spender: SPENDER, value: 5, nonce: 0, deadline: SOON };
    const data = parseTypedData(
      {
        types: { Permit: Object.entries(PERMIT).map(([name, type]) => ({ name, type })) },
        primaryType: 'Permit',
        domain: { chainId: 10, verifyingContract: USDC },
        message,
      },
      'V4',
    );
    const found = explainTypedData(data, { ...CONTEXT, place: placeOf(10, 'ETH') });
    expect(found.sentence).toContain('5 units of 0x8335');
  });

  it('of nothing takes an allowance back and needs no warning', () => {
    const found = permit(0);
    expect(found.sentence).toContain('Take back');
    expect(found.danger).toBeUndefined();
  });

  it('of DAI is all or nothing', () => {
    const types = {
      holder: 'address',
      spender: 'address',
      nonce: 'uint256',
      expiry: 'uint256',
      allowed: 'bool',
    };
    const of = (allowed: boolean) =>
      explain('Permit', types, { holder: ACCOUNT, spender: SPENDER, nonce: 0, expiry: 0, allowed });
    expect(of(true).danger).toContain('can move all your ');
    expect(of(false).danger).toBeUndefined();
  });

  const DETAILS = {
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  };
  const single = (verifyingContract: string) =>
    explain(
      'PermitSingle',
      { details: 'PermitDetails', spender: 'address', sigDeadline: 'uint256' },
      {
        details: { token: USDC, amount: 7_000_000, expiration: SOON, nonce: 0 },
        spender: SPENDER,
        sigDeadline: SOON,
      },
      { types: DETAILS, domain: { name: 'Permit2', chainId: 8453, verifyingContract } },
    );

  it('of Permit2 names token, amount and spender, and tells the known contract from another', () => {
    expect(single(PERMIT2).sentence).toBe('Allow 0x3C44…93BC to take 7 USDC');
    expect(single(PERMIT2).checks).toContainEqual(
      expect.objectContaining({ label: 'Permit2', status: 'passed' }),
    );
    expect(single(SPENDER).checks).toContainEqual(
      expect.objectContaining({ label: 'Permit2', status: 'warned' }),
    );
  });

  it('of Permit2 for several tokens ends when its last part does', () => {
    const part = (amount: number, expiration: number) => ({
      token: USDC,
      amount,
      expiration,
      nonce: 0,
    });
    const found = explain(
      'PermitBatch',
      { details: 'PermitDetails[]', spender: 'address', sigDeadline: 'uint256' },
      {
        details: [part(1_000_000, SOON), part(2_000_000, NOW + 400 * 86_400)],
        spender: SPENDER,
        sigDeadline: SOON,
      },
      { types: DETAILS, domain: { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 } },
    );
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take 1 USDC and 2 USDC');
    expect(found.checks).toContainEqual(
      expect.objectContaining({ label: 'Deadline', status: 'warned' }),
    );
  });

  it('of Permit2 bound to another contract’s terms says so', () => {
    const found = explain(
      'PermitWitnessTransferFrom',
      {
        permitted: 'TokenPermissions',
        spender: 'address',
        nonce: 'uint256',
        deadline: 'uint256',
        witness: 'Terms',
      },
      {
        permitted: { token: USDC, amount: 4_000_000 },
        spender: SPENDER,
        nonce: 1,
        deadline: SOON,
        witness: { minimum: 1 },
      },
      {
        types: {
          TokenPermissions: [
            { name: 'token', type: 'address' },
            { name: 'amount', type: 'uint256' },
          ],
          Terms: [{ name: 'minimum', type: 'uint256' }],
        },
        domain: { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 },
      },
    );
    expect(found.rows).toContainEqual({ label: 'Bound to', value: 'further terms below' });
  });

  it('of Permit2 for one transfer says that it is for once', () => {
    const found = explain(
      'PermitTransferFrom',
      { permitted: 'TokenPermissions', spender: 'address', nonce: 'uint256', deadline: 'uint256' },
      { permitted: { token: USDC, amount: 9_000_000 }, spender: SPENDER, nonce: 1, deadline: SOON },
      {
        types: {
          TokenPermissions: [
            { name: 'token', type: 'address' },
            { name: 'amount', type: 'uint256' },
          ],
        },
        domain: { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 },
      },
    );
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take 9 USDC, once');
  });
});

describe('a transfer by signature', () => {
  it('of EIP-3009 is shown as the transfer that it is', () => {
    const found = explain(
      'TransferWithAuthorization',
      {
        from: 'address',
        to: 'address',
        value: 'uint256',
        validAfter: 'uint256',
        validBefore: 'uint256',
        nonce: 'bytes32',
      },
      {
        from: ACCOUNT,
        to: SPENDER,
        value: 3_000_000,
        validAfter: 0,
        validBefore: SOON,
        nonce: `0x${'00'.repeat(32)}`,
      },
    );
    expect(found.sentence).toBe('Send 3 USDC to 0x3C44…93BC');
    expect(found.danger).toContain('3 USDC');
    expect(found.checks).toContainEqual(
      expect.objectContaining({ label: 'Receiver', status: 'warned' }),
    );
  });
});

describe('a maker’s order', () => {
  const orderOf = (change: object) => {
    const message = {
      maker: ACCOUNT,
      orderExpiryTimestamp: SOON,
      collateral: USDC,
      isCall: true,
      priceFeed: ETHER_FEED,
      implementation: INVERSE_CALL,
      isLong: false,
      maxCollateralUsable: 1_000_000_000,
      strikes: ['260000000000'],
      expiry: SOON + 100,
      price: 2_500_000_000,
      extraOptionData: '0x',
      ...change,
    };
    return explainTypedData(
      parseTypedData(
        { types: ORDER_TYPES, primaryType: 'Order', domain: orderDomain(BOOK_R12), message },
        'V4',
      ),
      CONTEXT,
    );
  };

  it('is shown as a standing quote with what it sells, until when and for how much', () => {
    const found = orderOf({});
    expect(found.sentence).toBe('Publish a standing quote to sell options');
    expect(found.danger).toContain('1,000 USDC');
    expect(found.checks.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
    const rows = Object.fromEntries(found.rows.map(({ label, value }) => [label, value]));
    expect(rows).toMatchObject({
      Product: 'Inverse call on ETH',
      'Price per contract': '25 USDC',
      Strikes: '$2,600',
    });
  });

  it('names its price in the collateral, which need not be dollars', () => {
    const weth = TOKENS.find(({ symbol }) => symbol === 'WETH')?.address;
    const found = orderOf({ collateral: weth, price: 5_000_000 });
    expect(found.rows).toContainEqual({ label: 'Price per contract', value: '0.05 WETH' });
  });

  it('of a product that nobody knows fails its check and has its own danger', () => {
    const found = orderOf({ implementation: SPENDER });
    expect(found.checks.map(({ status }) => status)).toContain('failed');
    expect(found.danger).toContain('does not know this product');
  });
});

describe('typed data that nobody knows', () => {
  it('is flagged, and has to be acknowledged', () => {
    const found = explain('Vote', { choice: 'uint8' }, { choice: 1 });
    expect(found.checks).toContainEqual(expect.objectContaining({ status: 'warned' }));
    expect(found.danger).toBeDefined();
  });
});

describe('what takes nothing back', () => {
  const TYPES = {
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Evil: [{ name: 'giveAll', type: 'bool' }],
  };

  it('is not said to, though its amount is zero: bound to other terms, for once, or empty', () => {
    const bound = explain(
      'PermitWitnessTransferFrom',
      {
        permitted: 'TokenPermissions',
        spender: 'address',
        nonce: 'uint256',
        deadline: 'uint256',
        witness: 'Evil',
      },
      {
        permitted: { token: USDC, amount: 0 },
        spender: SPENDER,
        nonce: 1,
        deadline: SOON,
        witness: { giveAll: true },
      },
      { types: TYPES, domain: { name: 'Permit2', chainId: 8453, verifyingContract: SPENDER } },
    );
    const empty = explain(
      'PermitBatch',
      { details: 'PermitDetails[]', spender: 'address', sigDeadline: 'uint256' },
      { details: [], spender: SPENDER, sigDeadline: SOON },
      {
        types: {
          PermitDetails: [
            { name: 'token', type: 'address' },
            { name: 'amount', type: 'uint160' },
            { name: 'expiration', type: 'uint48' },
            { name: 'nonce', type: 'uint48' },
          ],
        },
        domain: { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 },
      },
    );
    for (const { sentence, danger } of [bound, empty]) {
      expect(sentence).not.toContain('Take back');
      expect(danger).toBeDefined();
    }
  });
});
