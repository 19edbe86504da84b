import { createEnteredCosts } from '../../../entrypoints/background/positions/entered-costs.ts';
import { createGivenPositions } from '../../../entrypoints/background/positions/given-positions.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { memoryAreas } from './memory-areas.ts';

/** The wallet's own memory of positions, without a browser. */
export function memoryNotes(areas = memoryAreas()) {
  return {
    costs: createEnteredCosts({ stored: stored(areas, STORED_KEYS.enteredCosts) }),
    given: createGivenPositions({ stored: stored(areas, STORED_KEYS.givenPositions) }),
  };
}
