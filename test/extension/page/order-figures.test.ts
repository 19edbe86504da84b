import { describe, expect, it, onTestFinished } from 'vitest';
import { i18n } from '#i18n';
import {
  contractsLeft,
  deliveryOf,
  dollarsOf,
  edgeOf,
  leftOf,
  maxLossOf,
  maxPayoutOf,
  narrowPrice,
  priceOf,
} from '../../../components/screens/trade/orders/order-figures.ts';
import { refusalText } from '../../../components/screens/trade/orders/refusal-text.ts';
import type { OrderRow, RefusalReason } from '../../../shared/messages/market.ts';
import { contracts, price8, tokenAmount, toUsd8, usd8 } from '../../../shared/units.ts';
import { textsOf } from '../../helpers/texts.ts';

const ROW: OrderRow = {
  maker: '0xa',
  digest: '0x0',
  asset: 'ETH',
  product: 'PUT',
  structure: 'Put',
  side: 'buy',
  physical: false,
  strikes: [2500],
  expiry: 1_800_000_000,
  quoteEnds: 1_800_000_060,
  collateralSymbol: 'USDC',
  collateralDecimals: 6,
  price: price8(1240000000n),
  priceUsd: usd8(1240000000n),
  maxPayout: tokenAmount(2500000000n),
  edge: 201.61,
  available: contracts(1500000n),
  thumbnail: { gain: '', loss: '', zero: 0 },
  isChecked: true,
};
const IN_ETH: OrderRow = {
  ...ROW,
  product: 'INVERSE_CALL',
  side: 'sell',
  collateralSymbol: 'WETH',
  collateralDecimals: 18,
  price: price8(491234n),
  priceUsd: usd8(1234500000n),
  maxLoss: tokenAmount(1000000000000000000n),
  edge: 1.5,
  available: contracts(0n),
};

function speakGerman(): void {
  onTestFinished(() => i18n.read(undefined));
  i18n.read(new Map(Object.entries(textsOf('de'))));
}

const figuresOf = (row: OrderRow) => [
  priceOf(row),
  dollarsOf(row),
  edgeOf(row),
  leftOf(row),
  contractsLeft(row),
  maxPayoutOf(row),
  maxLossOf(row),
];

describe('the figures of a row', () => {
  it('formats the figures in English', () => {
    expect(figuresOf(ROW)).toEqual([
      '12.40',
      '$12.40',
      '201×',
      '1.5',
      '1.5 contracts',
      '$2,500',
      '—',
    ]);
    expect(figuresOf(IN_ETH)).toEqual([
      '0.004912',
      '$12.34',
      '1.5%',
      '0',
      '0 contracts',
      '<0.000001 WETH',
      '1 WETH',
    ]);
  });

  it('formats the figures in German', () => {
    speakGerman();
    expect(figuresOf(ROW).slice(0, 3)).toEqual(['12,40', '12,40\u00a0$', '201×']);
    expect(edgeOf(IN_ETH)).toBe('1,5\u00a0%');
  });

  it('shows a dash for an order without leverage and yield', () => {
    const { edge: _, ...row } = ROW;
    expect(edgeOf(row)).toBe('—');
  });

  it('formats a delivery with the decimals of its token, and rounds the delivered amount', () => {
    const usdc = { amount: tokenAmount(2500000000n), symbol: 'aBasUSDC', decimals: 6 };
    const weth = { amount: tokenAmount(1234567890000000000n), symbol: 'aBasWETH', decimals: 18 };
    const delivery = { given: weth, received: usdc };
    const put = { ...ROW, product: 'PHYSICAL_PUT' as const, collateralSymbol: 'aBasUSDC' };
    const call = { ...ROW, product: 'PHYSICAL_CALL' as const, collateralSymbol: 'aBasWETH' };
    for (const row of [put, call]) {
      expect(deliveryOf({ ...row, delivery })).toEqual({
        given: '1.2346 aBasWETH',
        received: '2,500 aBasUSDC',
      });
    }
  });
});

describe('the reason why an order isn’t shown', () => {
  it.each<[RefusalReason, string]>([
    [
      { kind: 'check', found: { check: 'nonce', status: 'failed', reason: 'not-derived' } },
      'The nonce doesn’t match the order.',
    ],
    [{ kind: 'unknownProduct' }, textsOf('en').orders_unknownProduct ?? ''],
    [{ kind: 'absurd', what: 'quoteLife' }, textsOf('en').orders_absurd_quoteLife ?? ''],
  ])('describes the reason for hiding an order in a sentence: %o', (reason, sentence) => {
    expect(sentence).not.toBe('');
    expect(refusalText(reason)).toBe(sentence);
  });

  it('names the field of an order that couldn’t be read', () => {
    expect(refusalText({ kind: 'unreadableField', field: 'strikes' })).toContain('strikes');
  });
});

describe('a price in a narrow column', () => {
  it.each([
    ['1234.5', 'buy', '$1,234.50'],
    ['12345.01', 'buy', '$12,345.01'],
    ['123456.01', 'buy', '$123,457'],
    ['123456.99', 'sell', '$123,456'],
    ['812345.67', 'buy', '$812,346'],
    ['123456789', 'sell', '$123M'],
  ] as const)('shows the price $%s of an order to %s as %s', (usd, side, text) => {
    const row = { ...ROW, side, priceUsd: toUsd8(Number(usd)) };
    expect(narrowPrice(row, dollarsOf(row) ?? '')).toBe(text);
  });
});
