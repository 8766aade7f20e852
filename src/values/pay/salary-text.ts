import type { Salary } from './salary'

/** `CAD 27.30 to 29.00 an hour`; all amounts have cents if one has. */
export function salaryText({ currency, value: pay }: Salary): string {
  const { minValue, maxValue, value, unitText } = pay
  const amounts = [minValue ?? value, maxValue].filter((amount) => amount !== undefined)
  const cents = amounts.every(Number.isInteger) ? 0 : 2
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: cents,
    maximumFractionDigits: cents,
  })
  const shown = [...new Set(amounts)].map((amount) => format.format(amount)).join(' to ')
  const isLow = minValue !== undefined && maxValue === undefined
  const isHigh = minValue === undefined && value === undefined
  const range = isLow ? `from ${shown}` : isHigh ? `up to ${shown}` : shown
  const unit = unitText.toLowerCase()
  return `${currency} ${range} ${unit === 'hour' ? 'an' : 'a'} ${unit}`
}
