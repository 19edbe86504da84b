import { createEnteredCosts } from '../../../entrypoints/background/positions/entered-costs.ts';
import { createGivenPositions } from '../../../entrypoints/background/positions/given-positions.ts';
import { stored } from '../../../entrypoints/background/state/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/state/stored-keys.ts';
import { memoryAreas } from './memory-areas.ts';

/** What the wallet remembers of positions by itself, in memory. */
export function memoryNotes(areas = memoryAreas()) {
  return {
    costs: createEnteredCosts({ stored: stored(areas, STORED_KEYS.enteredCosts) }),
    given: createGivenPositions({ stored: stored(areas, STORED_KEYS.givenPositions) }),
  };
}
