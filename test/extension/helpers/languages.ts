import { i18n } from '#i18n';
import { textsOf } from '../../helpers/texts.ts';

const german = new Map(Object.entries(textsOf('de')));

export function inGerman<Result>(run: () => Result): Result {
  i18n.read(german);
  try {
    return run();
  } finally {
    i18n.read(undefined);
  }
}
