import { expect, it } from 'vitest';
import { DeskPortfolioView } from '../../../components/screens/desk/Portfolio.tsx';
import { NO_MOVES } from '../../../components/screens/desk/scene.ts';
import { supposedPicture } from '../../../components/screens/desk/use-portfolio.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { snapshotWith, UNLOCKED } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';
import { buttonNamesOf, wordsOf } from '../helpers/read-markup.ts';

type Shown = Parameters<typeof DeskPortfolioView>[0];

const ignore = () => undefined;
const [account = expect.unreachable()] = UNLOCKED.wallets[0]?.accounts ?? [];
const row = deskPosition('PUT', [2_800]);
const picture = (moves = NO_MOVES) =>
  supposedPicture([row], { asset: 'ETH', spot: SPOT, tried: [], moves, now: unixSeconds(NOW) });
const PORTFOLIO: Shown = {
  accounts: [account],
  ...{ tried: [], onRemoveTried: ignore, onChain: ignore, left: undefined, onManage: ignore },
  ...{ lists: [], isReading: false, assets: ['ETH'], asset: 'ETH', setChosen: ignore, book: [] },
  ...{ figuresOf: ignore, held: [{ account, row }], moves: NO_MOVES, setMoves: ignore },
  picture: picture(),
};
const portfolio = (change: Partial<Shown> = {}) =>
  onPage(<DeskPortfolioView {...PORTFOLIO} {...change} />, snapshotWith({}));

it('links from an empty portfolio to the option chain', () => {
  const html = portfolio({ asset: undefined, picture: undefined, held: [] });
  expect(buttonNamesOf(html)).toEqual(['To the chain']);
});

it('lists positions without a chart while there is no price', () => {
  const html = portfolio({ picture: undefined });
  expect(wordsOf(html)).toContain('The price of the asset isn’t known yet');
  expect(wordsOf(html)).toContain('2,800');
  expect(html).not.toContain('data-testid="portfolio"');
});

it('marks a portfolio as hypothetical when the user tries a different price, and offers a reset', () => {
  const moves = { ...NO_MOVES, spot: 10 };
  const moved = portfolio({ moves, picture: picture(moves) });
  expect(wordsOf(moved)).toContain('Hypothetical: not your portfolio');
  expect(buttonNamesOf(moved)).toContain('Reset assumptions');
  expect(buttonNamesOf(moved)).not.toContain('Remove the trade');
  expect(wordsOf(portfolio())).not.toContain('Hypothetical');
});
