import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FillSteps } from '../../../components/screens/trade/ticket/FillSteps.tsx';
import type { FillView } from '../../../shared/messages/ticket.ts';
import { textsOf } from '../../helpers/texts.ts';
import { fillView } from '../../shared/orders/fill-view.ts';
import { inGerman } from '../helpers/languages.ts';

const FILL = fillView({
  stage: 'preparation asked',
  side: 'sell',
  token: { symbol: 'aBasUSDC', decimals: 6 },
  preparations: [{ kind: 'supply', amount: '2000000002' }],
});

it('the list of steps says that the node can’t check the fill until the other steps are done', () => {
  const shown = (fill: FillView) => renderToStaticMarkup(<FillSteps fill={fill} />);
  const untried = { ...FILL, isUntried: true };
  const [english = '', german = ''] = ['en', 'de'].map((one) => textsOf(one).progress_untried);
  expect(shown(untried)).toContain(english);
  expect(inGerman(() => shown(untried))).toContain(german);
  expect(shown(FILL)).not.toContain(english);
});

it('the list of steps shows no failed step for a mined fill that waits to be stored', () => {
  const fill = fillView({ stage: 'mined', interrupted: { code: 'notStored' } });
  const shown = renderToStaticMarkup(<FillSteps fill={fill} />);
  const states = [...shown.matchAll(/data-step="(\w+)"/g)].map(([, state]) => state);
  expect(states).toEqual(['done', 'done', 'done', 'ahead']);
});
