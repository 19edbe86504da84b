import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { holdingsIn } from '../../../shared/desk/holding.ts';
import { portfolioOf } from '../../../shared/desk/portfolio.ts';
import {
  decodeShared,
  encodeShared,
  MOST_SHARED,
  type SharedView,
} from '../../../shared/desk/share.ts';
import { deskPosition } from './desk-positions.ts';
import { NOW, SPOT } from './desk-rows.ts';

const ME = '0x1111111111111111111111111111111111111111';
const MAKER = '0x2222222222222222222222222222222222222222';
const POSITIONS = [
  deskPosition('PUT', [2800], { contractCount: 2, paid: 120.5, buyer: ME, seller: MAKER }),
  deskPosition('CALL_SPREAD', [3000, 3200], { side: 'seller', paid: 80, seller: ME, buyer: MAKER }),
  deskPosition('INVERSE_CALL', [3400], { side: 'seller', paid: 0.02, charged: 0.001 }),
];
const VIEW: SharedView = {
  kind: 'portfolio',
  asset: 'ETH',
  spot: SPOT,
  at: NOW,
  holdings: holdingsIn('ETH', POSITIONS, SPOT),
};
const text = (state: unknown) => toBase64url(utf8(JSON.stringify(state)));
const stateOf = (view: SharedView) =>
  JSON.parse(Buffer.from(encodeShared(view) ?? '', 'base64url').toString());

describe('a shared view', () => {
  it('restores every figure of a portfolio', () => {
    const view = decodeShared(encodeShared(VIEW) ?? '') ?? expect.unreachable();
    const figures = ({ holdings, spot, at }: SharedView) => {
      const {
        byMaker: _,
        locked,
        ...rest
      } = portfolioOf(holdings, spot, {
        at,
        volatilityShift: 0,
      });
      return {
        ...rest,
        locked: locked.map(({ token, amount }) => Number(amount) / 10 ** token.decimals),
      };
    };
    const locked = [200, 1];
    expect(figures(view)).toEqual({ ...figures(VIEW), byExpiry: expect.anything(), locked });
    expect(view).toMatchObject({ kind: 'portfolio', asset: 'ETH', spot: SPOT, at: NOW });
  });

  it('isn’t made of figures that it can’t state', () => {
    const [first] = VIEW.holdings;
    if (first === undefined) return expect.unreachable();
    for (const count of [1e-7, 1e15, Number.POSITIVE_INFINITY, Number.NaN])
      expect(encodeShared({ ...VIEW, holdings: [{ ...first, count }] })).toBeUndefined();
  });

  it('contains no address, unless the user adds their own', () => {
    const hidden = JSON.stringify(stateOf(VIEW));
    expect(hidden).not.toMatch(/0x/);
    expect(decodeShared(encodeShared(VIEW) ?? '')).not.toHaveProperty('account');
    const shown = { ...VIEW, account: ME };
    expect(decodeShared(encodeShared(shown) ?? '')?.account).toBe(ME);
    expect(JSON.stringify(stateOf(shown))).not.toContain(MAKER);
  });

  it.each<readonly [string, (state: ReturnType<typeof stateOf>) => unknown]>([
    ['another member', (state) => ({ ...state, note: 'hello' })],
    ['another member of a part', (state) => ({ ...state, parts: [{ ...state.parts[0], x: 1 }] })],
    ['an unknown kind', (state) => ({ ...state, kind: 'order' })],
    ['an unknown asset', (state) => ({ ...state, asset: 'FREE' })],
    ['an unknown product', (state) => ({ ...state, parts: [{ ...state.parts[0], product: 'X' }] })],
    ['no parts', (state) => ({ ...state, parts: [] })],
    ['no contracts', (state) => ({ ...state, parts: [{ ...state.parts[0], contracts: '0' }] })],
    [
      'wrong strikes',
      (state) => ({ ...state, parts: [{ ...state.parts[0], strikes: ['1', '2'] }] }),
    ],
    [
      'an expiry that no order has',
      (state) => ({ ...state, parts: [{ ...state.parts[0], expiry: state.at + 731 * 86_400 }] }),
    ],
    [
      'a strike that no order has',
      (state) => ({ ...state, parts: [{ ...state.parts[0], strikes: [`1${'0'.repeat(16)}1`] }] }),
    ],
    ['another form of a number', (state) => ({ ...state, spot: `0${state.spot}` })],
    ['a price of zero', (state) => ({ ...state, spot: '0' })],
    ['an address that isn’t one', (state) => ({ ...state, account: '0x12' })],
    ['another order of its members', ({ kind, ...rest }) => ({ ...rest, kind })],
    ['a list', (state) => [state]],
    ['nothing', () => null],
  ])('a shared view is refused with %s', (_, change) => {
    const state = stateOf(VIEW);
    expect(decodeShared(text(state))).toBeDefined();
    expect(decodeShared(text(change(state)))).toBeUndefined();
  });

  it('has a budget for readers and writers', () => {
    const many = { ...VIEW, holdings: Array.from({ length: 61 }, () => VIEW.holdings).flat() };
    expect(encodeShared(many)).toBeUndefined();
    expect(decodeShared('A'.repeat(MOST_SHARED + 1))).toBeUndefined();
    const strikes = [2600, 2800, 3200, 3400].map((strike) => strike + 0.12345678);
    const wide = deskPosition('IRON_CONDOR', strikes, {
      contractCount: 1.234567,
      paid: 1234.567891,
    });
    const long = holdingsIn(
      'ETH',
      Array.from({ length: 60 }, () => wide),
      SPOT,
    );
    expect(long).toHaveLength(60);
    expect(encodeShared({ ...VIEW, holdings: long })).toBeUndefined();
    const most = { ...VIEW, holdings: Array.from({ length: 20 }, () => VIEW.holdings).flat() };
    expect(decodeShared(encodeShared(most) ?? '')?.holdings).toHaveLength(60);
  });

  it('a shared view is read from arbitrary text without a throw, and only in the one form that is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => toBase64url(utf8(json))),
          fc.base64String(),
        ),
        (anything) => {
          expect(decodeShared(anything)).toBeUndefined();
        },
      ),
    );
    const whole = encodeShared(VIEW) ?? '';
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length - 1 }),
        fc.constantFrom(...'Aaz09-_= '),
        (at, letter) => {
          const other = `${whole.slice(0, at)}${letter}${whole.slice(at + 1)}`;
          const read = decodeShared(other);
          if (read !== undefined) expect(encodeShared(read)).toBe(other);
        },
      ),
    );
  });
});
