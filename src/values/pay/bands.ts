import type { PayUnit } from '../vocabulary'

/** The amounts at which the bands of pay of each unit begin, ascending. */
export const PAY_BANDS: Readonly<Record<PayUnit, readonly number[]>> = {
  HOUR: [15, 20, 25, 30, 40, 50, 75, 100],
  DAY: [150, 200, 300, 400, 600, 800],
  WEEK: [800, 1_000, 1_500, 2_000, 2_500, 3_000],
  MONTH: [3_000, 4_000, 5_000, 6_000, 8_000, 10_000],
  YEAR: [40_000, 60_000, 80_000, 100_000, 125_000, 150_000, 200_000],
}
