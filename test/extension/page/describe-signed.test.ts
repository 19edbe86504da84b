import { describe, expect, it } from 'vitest';
import { BOOK_R12, FACTORY_R12, PRICE_FEEDS, TOKENS } from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { ORDER_TYPES, orderDomain } from '../../../shared/orders/eip712.ts';
import { SHOWN_AT, SIGNER, shownTypedData } from '../helpers/typed-data.ts';

const ACCOUNT = SIGNER;
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const FRIEND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
/** An address that begins and ends like the friend's. */
const FORGED = `0x90f7${'1'.repeat(32)}b906`;
const USDC = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const NOW = SHOWN_AT;
const SOON = NOW + 3600;
const INVERSE_CALL = IMPLEMENTATIONS.find(({ product }) => product === 'INVERSE_CALL')?.address;
const LINEAR_CALL = IMPLEMENTATIONS.find(({ product }) => product === 'LINEAR_CALL')?.address;
const ETHER_FEED = PRICE_FEEDS.find(({ asset }) => asset === 'ETH')?.address;
const MAX = (2n ** 256n - 1n).toString();

const CONTEXT = { known: [{ address: FRIEND, name: 'Friend', kind: 'contact' as const }] };

const explain = (
  primaryType: string,
  types: Record<string, string>,
  message: object,
  more: { domain?: object; types?: object } = {},
) => {
  const fields = (list: Record<string, string>) =>
    Object.entries(list).map(([name, type]) => ({ name, type }));
  const domain = more.domain ?? { name: 'USD Coin', chainId: 8453, verifyingContract: USDC };
  return shownTypedData(
    { types: { [primaryType]: fields(types), ...more.types }, primaryType, domain, message },
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
  it('shows a permit’s end in the local time zone, and in UTC on hover', async () => {
    const found = await permit(5_000_000);
    const end = found.rows.find(({ full }) => full?.endsWith('UTC'));
    expect(end?.value).toMatch(/\d{2}:\d{2}$/);
    const late = await permit(5_000_000, NOW + 91 * 86_400);
    const [check] = late.checks.filter(({ full }) => full);
    expect(check?.full).toMatch(/2027, \d{2}:\d{2} UTC$/);
    expect(check?.detail).not.toContain('UTC');
    const endless = await permit(5_000_000, MAX);
    expect(endless.rows.filter(({ full }) => full?.includes('UTC'))).toEqual([]);
  });

  it('describes an EIP-2612 permit as an allowance with a danger, and warns of the spender', async () => {
    const found = await permit(5_000_000);
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take 5 USDC');
    expect(found.danger).toContain('5 USDC');
    expect(found.checks).toContainEqual(
      expect.objectContaining({ label: 'Spender', status: 'warned' }),
    );
  });

  it('warns of a permit for an unlimited amount, and of a permit that never expires', async () => {
    expect((await permit(MAX)).danger).toBe(
      'I understand that 0x3C44…93BC can take all your USDC, now and in the future.',
    );
    expect((await permit(1, MAX)).checks).toContainEqual({
      label: 'Deadline',
      status: 'warned',
      detail: 'The signature never expires.',
    });
  });

  it.each([
    ['has already expired', NOW - 1, 'has already expired'],
    ['is valid for more than 90 days', NOW + 400 * 86_400, 'stays valid until'],
    ['ends soon', SOON, undefined],
  ])(
    'warns only of a past or distant permit deadline: a permit that %s',
    async (_name, deadline, detail) => {
      const { checks } = await permit(1, deadline);
      const found = checks.find(({ label }) => label === 'Deadline')?.detail;
      if (detail === undefined) expect(found).toBeUndefined();
      else expect(found).toContain(detail);
    },
  );

  it('shows checks of owner and network when a permit’s owner isn’t the account and no network is named', async () => {
    const message = { owner: SPENDER, spender: SPENDER, value: 1, nonce: 0, deadline: SOON };
    const found = await explain('Permit', PERMIT, message, { domain: { verifyingContract: USDC } });
    expect(found.checks.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Owner', 'Network']),
    );
  });

  it('warns that a spender with a similar address isn’t the user’s contact', async () => {
    const message = { owner: ACCOUNT, spender: FORGED, value: 1, nonce: 0, deadline: SOON };
    const found = await explain('Permit', PERMIT, message);
    expect(found.danger).toContain('It isn’t your contact Friend');
  });

  it('treats a permit with an additional field or a different type as unknown', async () => {
    const message = {
      owner: ACCOUNT,
      spender: SPENDER,
      value: 1,
      nonce: 0,
      deadline: SOON,
      more: 1,
    };
    const more = await explain('Permit', { ...PERMIT, more: 'uint256' }, message);
    const other = await explain('Permit', { ...PERMIT, value: 'int256' }, message);
    for (const found of [more, other]) expect(found.sentence).toBe('Sign “Permit”');
  });

  it("doesn't treat a token at USDC's address on a different network as USDC", async () => {
    const message = { owner: ACCOUNT, spender: SPENDER, value: 5, nonce: 0, deadline: SOON };
    const data = {
      types: { Permit: Object.entries(PERMIT).map(([name, type]) => ({ name, type })) },
      primaryType: 'Permit',
      domain: { chainId: 10, verifyingContract: USDC },
      message,
    };
    const found = await shownTypedData(data, { ...CONTEXT, chainId: 10 });
    expect(found.sentence).toContain('5 units of 0x8335');
  });

  it('describes a permit of zero as a revocation without a danger', async () => {
    const found = await permit(0);
    expect(found.sentence).toContain('Revoke');
    expect(found.danger).toBeUndefined();
  });

  it('describes a DAI permit as an unlimited allowance, and a DAI revocation without a danger', async () => {
    const types = {
      holder: 'address',
      spender: 'address',
      nonce: 'uint256',
      expiry: 'uint256',
      allowed: 'bool',
    };
    const of = (allowed: boolean) =>
      explain('Permit', types, { holder: ACCOUNT, spender: SPENDER, nonce: 0, expiry: 0, allowed });
    expect((await of(true)).danger).toContain('can take all your ');
    expect((await of(false)).danger).toBeUndefined();
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

  it('names the token, the amount and the spender of a Permit2, and warns of an unknown Permit2 contract', async () => {
    const known = await single(PERMIT2);
    expect(known.sentence).toBe('Allow 0x3C44…93BC to take 7 USDC');
    expect(known.checks).toContainEqual(
      expect.objectContaining({ label: 'Permit2', status: 'passed' }),
    );
    expect((await single(SPENDER)).checks).toContainEqual(
      expect.objectContaining({ label: 'Permit2', status: 'warned' }),
    );
  });

  it('warns of a Permit2 for several tokens when the expiration of one token is distant', async () => {
    const part = (amount: number, expiration: number) => ({
      token: USDC,
      amount,
      expiration,
      nonce: 0,
    });
    const found = await explain(
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

  it('shows that a Permit2 with a witness also requires the terms in the witness', async () => {
    const found = await explain(
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
    expect(found.rows).toContainEqual({ label: 'Also requires', value: 'the terms below' });
  });

  it('shows that a Permit2 allows a single transfer', async () => {
    const found = await explain(
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
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take 9 USDC once');
    expect(found.danger).toBe('I understand that 0x3C44…93BC can take 9 USDC once.');
  });

  it('describes an unlimited single-transfer Permit2 as taking all tokens once, but not in the future', async () => {
    const explained = () =>
      explain(
        'PermitTransferFrom',
        {
          permitted: 'TokenPermissions',
          spender: 'address',
          nonce: 'uint256',
          deadline: 'uint256',
        },
        { permitted: { token: USDC, amount: MAX }, spender: SPENDER, nonce: 1, deadline: SOON },
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
    const found = await explained();
    expect(found.sentence).toBe('Allow 0x3C44…93BC to take all your USDC once');
    expect(found.danger).toBe('I understand that 0x3C44…93BC can take all your USDC once.');
    expect(JSON.stringify(found)).not.toContain('in the future');
  });
});

describe('a transfer by signature', () => {
  it('describes an EIP-3009 authorization as the transfer that it allows', async () => {
    const found = await explain(
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
      implementation: LINEAR_CALL,
      isLong: false,
      maxCollateralUsable: 1_000_000_000,
      strikes: ['260000000000'],
      expiry: SOON + 100,
      price: 2_500_000_000,
      extraOptionData: '0x',
      ...change,
    };
    return shownTypedData(
      { types: ORDER_TYPES, primaryType: 'Order', domain: orderDomain(BOOK_R12), message },
      CONTEXT,
    );
  };

  it('describes a maker’s order with its product, price and strikes', async () => {
    const found = await orderOf({});
    expect(found.sentence).toBe('Publish an order to sell options');
    expect(found.danger).toContain('1,000 USDC');
    expect(found.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(found.refusal).toBeUndefined();
    const rows = Object.fromEntries(found.rows.map(({ label, value }) => [label, value]));
    expect(rows).toMatchObject({
      Product: 'Capped call on ETH',
      'Price per contract': '25 USDC',
      Strikes: '$2,600',
    });
  });

  it('shows the price of a maker’s order in the order’s collateral, such as WETH', async () => {
    const weth = TOKENS.find(({ symbol }) => symbol === 'WETH')?.address;
    const found = await orderOf({
      implementation: INVERSE_CALL,
      collateral: weth,
      price: 5_000_000,
    });
    expect(found.rows).toContainEqual({ label: 'Price per contract', value: '0.05 WETH' });
  });

  it('shows every digit of the price that a maker signs', async () => {
    const found = await orderOf({ price: 2_500_000_001 });
    expect(found.rows).toContainEqual({
      label: 'Price per contract',
      value: '25.00000001 USDC',
    });
  });

  it.each([
    ['dollars', 'USDC', 'failed'],
    ['its underlying', 'WETH', 'passed'],
  ])(
    'accepts a physical put’s delivery token only if the token is the put’s underlying (delivery in %s)',
    async (_, symbol, status) => {
      const { address } = TOKENS.find((token) => token.symbol === symbol) ?? expect.unreachable();
      const put = IMPLEMENTATIONS.find(({ product }) => product === 'PHYSICAL_PUT');
      const found = await orderOf({
        implementation: put?.address,
        isCall: false,
        extraOptionData: `0x${address.slice(2).padStart(64, '0')}`,
      });
      expect(found.checks).toContainEqual(expect.objectContaining({ label: 'Extra data', status }));
      expect(found.refusal?.includes('isn’t worth') ?? false).toBe(status === 'failed');
    },
  );

  it.each([
    ['option contract', { implementation: SPENDER }, 'doesn’t know this option contract'],
    ['price feed', { priceFeed: SPENDER }, 'doesn’t know this price feed'],
    ['collateral', { collateral: SPENDER }, 'doesn’t belong to this product'],
    ['expiry in the past', { expiry: 1 }, 'has already expired'],
  ])('refuses a maker’s order with an unacceptable term: %s', async (_, change, reason) => {
    const { danger, refusal } = await orderOf(change);
    expect(refusal).toContain(reason);
    expect(danger).toBeUndefined();
  });
});

describe('unknown typed data', () => {
  it('warns of unknown typed data, and requires an acknowledgement', async () => {
    const found = await explain('Vote', { choice: 'uint8' }, { choice: 1 });
    expect(found.checks).toContainEqual(expect.objectContaining({ status: 'warned' }));
    expect(found.danger).toBeDefined();
  });
});

describe('the window for typed data', () => {
  const TYPES = {
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Evil: [{ name: 'giveAll', type: 'bool' }],
  };

  it('doesn’t describe a permit of zero as a revocation if the permit has extra terms or no token', async () => {
    const bound = await explain(
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
    const empty = await explain(
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
      expect(sentence).not.toContain('Revoke');
      expect(danger).toBeDefined();
    }
  });
});

describe('a transaction of a Safe', () => {
  const SAFE = '0x25a6c4BBd32B2424A9c99aEB0584Ad12045382B3';
  const WETH = '0x4200000000000000000000000000000000000006';
  const SAFE_TX = {
    to: 'address',
    value: 'uint256',
    data: 'bytes',
    operation: 'uint8',
    safeTxGas: 'uint256',
    baseGas: 'uint256',
    gasPrice: 'uint256',
    gasToken: 'address',
    refundReceiver: 'address',
    nonce: 'uint256',
  };
  const NOBODY = `0x${'0'.repeat(40)}`;
  const word = (value: string) => value.padStart(64, '0');
  const transfer = (to: string, tail = '') =>
    `0xa9059cbb${word(to.slice(2).toLowerCase())}${word((10n ** 18n).toString(16))}${tail}`;
  const shown = (data: string) =>
    explain(
      'SafeTx',
      SAFE_TX,
      {
        ...{ to: WETH, value: 0, data, operation: 0, nonce: 7 },
        ...{ safeTxGas: 0, baseGas: 0, gasPrice: 0, gasToken: NOBODY, refundReceiver: NOBODY },
      },
      { domain: { chainId: 8453, verifyingContract: SAFE } },
    );

  it('shows the receiver, the token and the amount when a Safe transaction sends a token', async () => {
    const { rows, sentence } = await shown(transfer(SPENDER));
    expect(sentence).toBe('Send 1 WETH from Safe 0x25a6…82B3 to 0x3C44…93BC');
    expect(rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      `Safe: ${SAFE}`,
      `Contract: ${WETH}`,
      `To: ${SPENDER}`,
      'Amount: 1 WETH',
      'Nonce: 7',
    ]);
  });

  it('warns that a receiver with a similar address isn’t the user’s contact', async () => {
    expect((await shown(transfer(FORGED))).danger).toContain('It isn’t your contact Friend');
  });

  it('doesn’t describe a call as a transfer when more bytes follow the transfer', async () => {
    const { sentence, danger } = await shown(transfer(SPENDER, 'ff'));
    expect(sentence).toBe('Call the contract 0x4200…0006 from Safe 0x25a6…82B3');
    expect(danger).toContain('Condor can’t tell what it moves');
  });
});

describe('an offer for a request to makers', () => {
  const OFFER = { quotationId: '12', offerAmount: '30000000', offeror: ACCOUNT, nonce: '7' };
  const TYPE = {
    quotationId: 'uint256',
    offerAmount: 'uint256',
    offeror: 'address',
    nonce: 'uint64',
  };
  const FACTORY = { name: 'OptionFactory', chainId: 8453, verifyingContract: FACTORY_R12 };
  const offer = (domain: object, type: Record<string, string> = TYPE) =>
    explain('Offer', type, OFFER, { domain });

  it('refuses a maker’s offer while Condor hasn’t read the request that the offer answers', async () => {
    const { signed, sentence, danger, refusal } = await offer(FACTORY);
    expect(signed.facts).toEqual({
      kind: 'sealedOffer',
      id: '12',
      amount: '30000000',
      offeror: ACCOUNT,
    });
    expect(sentence).toBe('Sign an offer for a request to makers');
    expect(refusal).toContain('couldn’t read this request');
    expect(danger).toBeUndefined();
  });

  it('treats an offer with a different contract, chain or nonce type as unknown', async () => {
    const other = { ...FACTORY, verifyingContract: SPENDER };
    expect((await offer(other)).signed.facts.kind).toBe('unknown');
    expect((await offer({ ...FACTORY, chainId: 1 })).signed.facts.kind).toBe('unknown');
    const wide = await offer(FACTORY, { ...TYPE, nonce: 'uint256' });
    expect(wide.signed.facts.kind).toBe('unknown');
  });
});
