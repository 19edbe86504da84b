import { createContext, type ReactNode, use, useRef } from 'react';
import { useWidthOf } from '../hooks/use-width-of.ts';
import { HEIGHT, TEXT_UNITS, WIDTH } from './plot.ts';

/** Size of all texts in charts, in pixels of the screen. */
const TEXT_PIXELS = 11;

const TextUnits = createContext(TEXT_UNITS);

/** Returns the size of a chart's texts in units of its view box. */
export const useTextUnits = () => use(TextUnits);

/** Frames a chart's drawing. Texts have the same size on the screen at every width. */
export function ChartFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidthOf(frame);
  const units = width > 0 ? (TEXT_PIXELS * WIDTH) / width : TEXT_UNITS;
  return (
    <div ref={frame}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="w-full"
        fontSize={units}
        aria-hidden="true"
      >
        <TextUnits value={units}>{children}</TextUnits>
      </svg>
    </div>
  );
}
