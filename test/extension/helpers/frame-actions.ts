const ignore = () => undefined;

/** Properties of an approval's card besides its request. The actions do nothing. */
export const FRAME_ACTIONS = {
  problem: undefined,
  onReject: ignore,
  onRejectAll: ignore,
  onBlock: ignore,
} as const;
