import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plotOf } from '../../../components/charts/plot.ts';
import { linearScale, pathThrough, roundTicks } from '../../../components/charts/scale.ts';

describe('the scale of a chart', () => {
  it('maps values of one range to positions in another range, and back', () => {
    const scale = linearScale([2000, 3000], [8, 352]);
    expect([scale(2000), scale(2500), scale(3000)]).toEqual([8, 180, 352]);
    expect([scale.invert(8), scale.invert(180)]).toEqual([2000, 2500]);
  });

  it('reverses values when one range is reversed', () => {
    const scale = linearScale([-100, 100], [148, 20]);
    expect([scale(-100), scale(0), scale(100)]).toEqual([148, 84, 20]);
  });

  it('maps a range of a single value to the middle', () => {
    expect(linearScale([5, 5], [0, 100])(5)).toBe(50);
  });

  it('recovers each value from its position in the chart', () => {
    const some = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(some, some, some, (from, width, value) => {
        fc.pre(Math.abs(width) > 1e-3);
        const scale = linearScale([from, from + width], [8, 352]);
        const error = Math.abs(scale.invert(scale(value)) - value);
        expect(error).toBeLessThan(1e-6 * (1 + Math.abs(from) + Math.abs(width) + Math.abs(value)));
      }),
    );
  });
});

describe('the ticks of a picture', () => {
  it('labels the round numbers of a range', () => {
    expect(roundTicks([1_843.17, 3_390.4], 4)).toEqual([2_000, 2_500, 3_000]);
    expect(roundTicks([0.412, 0.583], 4)).toEqual(
      [0.45, 0.5, 0.55].map((at) => expect.closeTo(at)),
    );
    expect(roundTicks([5, 5], 4)).toEqual([]);
  });

  it('places ticks inside the range, at multiples of one step with few digits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 10, max: 1e6, noNaN: true }),
        fc.integer({ min: 3, max: 6 }),
        (from, width, most) => {
          const ticks = roundTicks([from, from + width], most);
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(most);
          const [first = 0, second = 0] = ticks;
          const step = second - first;
          const digits = step / 10 ** Math.floor(Math.log10(step * 1.001));
          expect([1, 2, 2.5, 5].some((one) => Math.abs(digits - one) < 1e-3)).toBe(true);
          for (const tick of ticks) {
            expect(tick).toBeGreaterThanOrEqual(from - width * 1e-6);
            expect(tick).toBeLessThanOrEqual(from + width * (1 + 1e-6));
            expect(Math.abs(tick / step - Math.round(tick / step))).toBeLessThan(1e-3);
          }
        },
      ),
    );
  });
});

describe('the paths of a picture', () => {
  it('draws a path from point to point, with coordinates rounded to thousandths', () => {
    expect(pathThrough([])).toBe('');
    expect(
      pathThrough([
        [8, 100],
        [10.12345, 20.9999],
      ]),
    ).toBe('M8,100L10.123,21');
  });

  it('closes the area between a curve and zero', () => {
    const { fill, outline, y } = plotOf([
      [2000, -10],
      [3000, 20],
    ]);
    const zero = Math.round(y(0) * 1000) / 1000;
    expect(fill).toBe(`${outline}L352,${zero}L8,${zero}Z`);
    expect(plotOf([]).fill).toBe('');
  });
});
