import { REGIONS } from '../../../../../values/region'
import { sourceName } from '../../../../../values/source'
import { formatCode, formatDate, formatNumber, unitText } from '../page/format'
import type { Field, Search } from './search'

/** One value of a filter, and the search without it. */
interface FilterPart {
  field: Field
  text: string
  without: Search
}

/** What a search asks for, value by value, in the order in which people say it. */
export function filterParts(search: Search): FilterPart[] {
  const part = (field: Field, text: string | undefined): FilterPart[] =>
    text ? [{ field, text, without: { ...search, [field]: '' } }] : []
  const list = (field: 'source' | 'arrangement', nameOf: (value: string) => string) => {
    const values = search[field].split(',').filter(Boolean)
    return values.map((value) => {
      const others = values.filter((other) => other !== value).join(',')
      return { field, text: nameOf(value), without: { ...search, [field]: others } }
    })
  }
  const types = search.types.map((type): FilterPart => {
    const others = search.types.filter((other) => other !== type)
    return { field: 'types', text: formatCode(type), without: { ...search, types: others } }
  })
  return [
    ...part('text', search.text),
    ...part('title', search.title),
    ...part('city', search.city),
    ...part('region', regionName(search.region)),
    ...part('place', search.place),
    ...part('employer', search.employer),
    ...list('source', sourceName),
    ...types,
    ...list('arrangement', formatCode),
    ...part('remote', yesOrNo(search.remote, 'remote', 'not remote')),
    ...part('pay', yesOrNo(search.pay, 'with pay', 'without pay')),
    ...part('payAtLeast', payText(search)),
    ...part('window', WINDOWS[search.window] ?? search.window),
    ...part('day', search.day === '' ? '' : formatDate(search.day)),
  ]
}

const WINDOWS: Readonly<Record<string, string>> = {
  '1h': 'last hour',
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  '6m': 'last 183 days',
}

function regionName(code: string): string {
  return REGIONS.find((region) => region.code === code)?.name ?? code
}

function yesOrNo(value: string, yes: string, no: string): string {
  return value === '' ? '' : value === 'true' ? yes : no
}

function payText({ payAtLeast, payUnit }: Search): string {
  const amount = Number(payAtLeast)
  const shown = Number.isNaN(amount) ? payAtLeast : formatNumber(amount)
  return payAtLeast === '' ? '' : `at least ${shown} ${unitText(payUnit)}`
}
