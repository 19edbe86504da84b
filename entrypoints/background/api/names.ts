import { getAddress } from 'viem';
import type { Names } from '../chain/names.ts';
import type { Handlers } from './serve.ts';

export function nameHandlers(deps: {
  names: Names;
}): Pick<Handlers, 'names.addressOf' | 'names.nameOf'> {
  return {
    async 'names.addressOf'({ name }) {
      const address = await deps.names.addressOf(name);
      return address === undefined ? null : { address };
    },
    async 'names.nameOf'({ address }) {
      const name = await deps.names.nameOf(getAddress(address));
      return name === undefined ? null : { name };
    },
  };
}
