import type { Outlook } from '../../../shared/desk/outlook.ts';

/** SVG paths that draw the price from left to right, in a box of 48 × 24. */
const PATHS: Readonly<Record<Outlook, string>> = {
  up: 'M3 20L18 15L26 17L45 3',
  risesALittle: 'M3 15L16 13L28 14L45 8',
  stays: 'M3 12L13 10L24 14L34 10L45 12',
  fallsALittle: 'M3 9L16 11L28 10L45 16',
  down: 'M3 4L18 9L26 7L45 21',
  moves: 'M3 12L16 12L45 3M16 12L45 21',
};

/** Draws the course of the price that the user expects. */
export function OutlookPicture({ outlook }: { outlook: Outlook }) {
  return (
    <svg viewBox="0 0 48 24" width="60" height="30" aria-hidden="true">
      <path
        d={PATHS[outlook]}
        className="fill-none stroke-current"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
