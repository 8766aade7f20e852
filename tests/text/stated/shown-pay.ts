import { type JobPlaces, statedPay } from '../../../src/text/stated/pay'

export const CANADA: JobPlaces = { country: 'CA', regions: ['Ontario'], isOnlyCountry: true }
export const STATES: JobPlaces = { country: 'US', regions: ['Ohio'], isOnlyCountry: true }

/** `90000-110000 YEAR CAD`, `-30 HOUR USD`, `45000- YEAR CAD`, or `none`. */
export function pay(text: string, places: JobPlaces = CANADA): string {
  const salary = statedPay(text, places)?.salary
  if (salary === undefined) return 'none'
  const { value, minValue, maxValue, unitText } = salary.value
  const amounts = value ?? `${minValue ?? ''}-${maxValue ?? ''}`
  return `${amounts} ${unitText} ${salary.currency}`
}
