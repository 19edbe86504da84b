import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createGivenPositions } from '../../../entrypoints/background/positions/given-positions.ts';
import { createRowAmounts } from '../../../entrypoints/background/positions/row-amounts.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { memoryAreas } from './memory-areas.ts';

/** Creates the stored notes about positions, without a browser. */
export function memoryNotes(areas = memoryAreas()) {
  return {
    costs: createRowAmounts({ stored: stored(areas, STORED_KEYS.enteredCosts) }),
    closings: createRowAmounts({ stored: stored(areas, STORED_KEYS.closings) }),
    given: createGivenPositions({ stored: stored(areas, STORED_KEYS.givenPositions) }),
  };
}
