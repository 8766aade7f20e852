import { countryOfDollars, payUnit, type Salary, salaryOf } from '../../../values/pay/salary'
import type { PayUnit } from '../../../values/vocabulary'
import { memberAt, textAt } from '../members'
import { commonSalary, salaryInText } from '../pay'

/** Units by UN/CEFACT code, as `unitCode` has them. */
const UNIT_CODES: Readonly<Record<string, PayUnit>> = {
  HUR: 'HOUR',
  DAY: 'DAY',
  WEE: 'WEEK',
  MON: 'MONTH',
  ANN: 'YEAR',
}

/**
 * The `baseSalary` of a JobPosting: a MonetaryAmount with a QuantitativeValue or a number, a list of them, or a text that is
 * nothing but pay. `estimatedSalary` is not what the employer published.
 */
export function jobSalary(job: unknown): Salary | undefined {
  const published = memberAt(job, 'baseSalary')
  const currency = memberAt(job, 'salaryCurrency')
  const salaries = [published].flat().map((pay) => {
    if (typeof pay === 'string') return salaryInText(pay, countryOfDollars(currency))
    return salaryOfAmount(pay, currency)
  })
  // One band that cannot be read makes the others a part of the pay.
  return salaries.includes(undefined) ? undefined : commonSalary(salaries)
}

function salaryOfAmount(pay: unknown, currency: unknown): Salary | undefined {
  const [value] = [memberAt(pay, 'value')].flat()
  const isObject = typeof value === 'object' && value !== null
  const amounts = isObject ? value : pay
  const published = isObject ? memberAt(value, 'value') : value
  const single = amount(published)
  const low = amount(memberAt(amounts, 'minValue'))
  const high = amount(memberAt(amounts, 'maxValue'))
  const stated = {
    currency: textAt(pay, 'currency') ?? textAt(value, 'currency') ?? currency,
    unit: unitOf(value) ?? unitOf(pay),
  }
  const isText = typeof published === 'string' && single === undefined
  if (isText && low === undefined && high === undefined) return salaryOfText(published, stated)
  return salaryOf({ min: low ?? single, max: high ?? single, ...stated })
}

/** Both amounts in one text, such as `45000 - 55000`, whose currency and unit other members say. */
function salaryOfText(
  text: string,
  { currency, unit }: { currency: unknown; unit: PayUnit | undefined },
): Salary | undefined {
  const code = typeof currency === 'string' ? currency.trim().toUpperCase() : undefined
  const whole = salaryInText(text, countryOfDollars(currency))
  if (whole !== undefined) {
    const isDenied = (stated: string | undefined, read: string) =>
      stated !== undefined && stated !== read
    const { currency: read, value } = whole
    return isDenied(code, read) || isDenied(unit, value.unitText) ? undefined : whole
  }
  if (code === undefined || unit === undefined) return undefined
  return salaryInText(`${code} ${text.trim()} ${unit}`)
}

function unitOf(value: unknown): PayUnit | undefined {
  const code = textAt(value, 'unitCode')?.toUpperCase() ?? ''
  return (
    payUnit(textAt(value, 'unitText')) ??
    (Object.hasOwn(UNIT_CODES, code) ? UNIT_CODES[code] : undefined)
  )
}

/** A number, or a text such as `$50,000.00`; 0 says nothing. */
function amount(value: unknown): number | undefined {
  const text = textAt({ value }, 'value')?.replace(/^[A-Z]{0,3}\$\s?/, '') ?? ''
  const isNumber = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(text)
  return isNumber ? Number(text.replaceAll(',', '')) || undefined : undefined
}
