/** Blocks behind the head that may still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/** Longest range among them, so that a reorganization has a point to go back to. */
export const UNDOABLE_RANGE = 128;
