import { createTextReader } from '../../../shared/texts.ts';
import { textsOf } from '../../helpers/texts.ts';

const read = createTextReader(Reflect.get(Reflect.get(globalThis, 'chrome'), 'i18n'));
const german = new Map(Object.entries(textsOf('de')));

/** Runs this while German is chosen. */
export function inGerman<Result>(run: () => Result): Result {
  read(german);
  try {
    return run();
  } finally {
    read(undefined);
  }
}
