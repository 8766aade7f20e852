import { EMPLOYMENT_TYPES, type EmploymentType } from './vocabulary'

/** A set of employment types as an integer: bit i stands for element i of `EMPLOYMENT_TYPES`. */
export function employmentTypeBits(types: readonly EmploymentType[]): number {
  return types.reduce((bits, type) => bits | (1 << EMPLOYMENT_TYPES.indexOf(type)), 0)
}
