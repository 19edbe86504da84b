import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FillSteps } from '../../../components/screens/ticket/FillSteps.tsx';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { textsOf } from '../../helpers/texts.ts';
import { inGerman } from '../helpers/languages.ts';

const FILL: FillView = {
  id: 'one',
  digest: '0x1',
  account: '0x2',
  at: 0,
  stage: 'preparation asked',
  side: 'sell',
  asset: 'ETH',
  product: 'PUT',
  strikes: ['250000000000'],
  expiry: 1_800_000_000,
  token: { symbol: 'aBasUSDC', decimals: 6 },
  contracts: '1000000',
  price: '1',
  preparations: [{ kind: 'supply', amount: '2000000002' }],
  included: [],
  left: [],
};

it('says when no node could try the fill before its other steps', () => {
  const shown = (fill: FillView) => renderToStaticMarkup(<FillSteps fill={fill} />);
  const untried = { ...FILL, isUntried: true };
  const [english = '', german = ''] = ['en', 'de'].map((one) => textsOf(one).progress_untried);
  expect(shown(untried)).toContain(english);
  expect(inGerman(() => shown(untried))).toContain(german);
  expect(shown(FILL)).not.toContain(english);
});
