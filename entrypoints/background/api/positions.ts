import type { Positions } from '../positions/refresh.ts';
import type { Handlers } from './serve.ts';

export function positionHandlers(deps: { positions: Positions }): Pick<Handlers, 'positions.list'> {
  return { 'positions.list': () => deps.positions.list() };
}
